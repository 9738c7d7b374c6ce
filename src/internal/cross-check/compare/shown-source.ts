import { splitName } from "../../domain/build.ts";
import { librariesInSettings } from "../../domain/compiler-input.ts";
import type { ExplorerFact } from "../../report/model.ts";
import type { ExplorerSubmission } from "../../services/explorers/explorer-service.ts";
import type { ShownLibrary, ShownSource } from "../../services/explorers/shown-source.ts";
import { findDifferingSettings, findHiddenSettings } from "../../solidity/normalised-settings.ts";
import { joinFirst } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { type Json, withoutUndefined } from "../../text/is-object.ts";

type Finding = Omit<ExplorerFact, "id">;

const PASSED: Finding = { status: "passed" };
const NOT_SHOWN: Finding = { status: "unknown", reason: "not shown" };

export function compareShown(sent: ExplorerSubmission, shown: ShownSource): readonly ExplorerFact[] {
  const { contractIdentifier, compilerVersion, input, constructorArguments } = sent;
  const { libraries, ...settings } = input.settings;
  const { libraries: _, ...shownSettings } = shown.settings ?? {};
  const byId: Readonly<Record<ExplorerFact["id"], Finding>> = {
    name: compareTexts(splitName(contractIdentifier).name, shown.name),
    compiler: compareCompilers(compilerVersion, shown.compiler),
    settings: shown.settings === undefined ? NOT_SHOWN : compareSettings(settings, shownSettings),
    sources: compareSources(input.sources, shown.sources),
    arguments:
      constructorArguments === undefined
        ? { status: "unknown", reason: "the creation code is unknown" }
        : compareTexts(constructorArguments.toLowerCase(), shown.constructorArguments),
    libraries: compareLibraries(libraries, shown.libraries),
  };
  return Object.entries(byId).map(([id, finding]) =>
    withoutUndefined({ id: id as ExplorerFact["id"], ...finding }),
  );
}

export function getMatch(facts: readonly ExplorerFact[]): "exact" | "partial" {
  return facts.every(({ status }) => status === "passed") ? "exact" : "partial";
}

function compareTexts(expected: string | undefined, actual: string | undefined): Finding {
  if (actual === undefined) return NOT_SHOWN;
  return expected === actual
    ? PASSED
    : { status: "differing", reason: `${cut(actual)}, not ${cut(expected)}` };
}

/** An explorer may omit settings, or list defaults that the input leaves to the compiler. */
function compareSettings(sent: Json, shown: Json): Finding {
  const differences = findDifferingSettings(sent, shown);
  const [first, ...others] = findHiddenSettings(sent, shown).map(cut);
  if (differences.length > 0 || first === undefined) return differing(differences.map(cut));
  const names = others.length === 0 ? first : `${first} and ${others.length} more`;
  return { status: "unknown", reason: `only the explorer or only the input specifies ${names}` };
}

/** Sanitizes text from an explorer and shortens it to fit on one line. */
function cut(text = "nothing"): string {
  return cleanText(text, 51);
}

/** Accepts a version without the commit, because some explorers omit it. */
function compareCompilers(expected: string, actual: string | undefined): Finding {
  const isShort = actual !== undefined && !actual.includes("+");
  return isShort && expected.startsWith(`${actual}+`)
    ? { status: "unknown", reason: "shown without its commit" }
    : compareTexts(expected, actual);
}

/** Ignores additional files, because the contract doesn't import them. */
function compareSources(
  sent: ExplorerSubmission["input"]["sources"],
  shown: ShownSource["sources"],
): Finding {
  const paths = Object.keys(sent);
  const [single] = Object.values(shown);
  if (Object.keys(shown).join() === "") {
    const isIt = paths.length === 1 && Object.values(sent)[0]?.content === single;
    return isIt ? PASSED : { status: "unknown", reason: "shown as a single unnamed file" };
  }
  return differing([
    ...paths
      .filter((path) => Object.hasOwn(shown, path) && shown[path] !== sent[path]?.content)
      .map((path) => `the content of ${path}`),
    ...paths.filter((path) => !Object.hasOwn(shown, path)).map((path) => `no ${path}`),
  ]);
}

function compareLibraries(sent: unknown, shown: ShownSource["libraries"] = []): Finding {
  const expected = librariesInSettings(sent).map(
    ([name, address]) => [name, String(address).toLowerCase()] as const,
  );
  if (shown.length === 0 && expected.length > 0) return NOT_SHOWN;
  const differences = [
    ...expected.filter((one) => !shown.some((other) => isSameLibrary(one, other))),
    ...shown.filter((one) => !expected.some((other) => isSameLibrary(one, other))),
  ];
  const names = new Set(differences.map(([name]) => splitName(name).name));
  return differing([...names].map((name) => `the address of ${cut(name)}`));
}

/** Two files may define libraries with the same name, but some explorers show names without paths. */
function isSameLibrary([name, address]: ShownLibrary, [otherName, otherAddress]: ShownLibrary): boolean {
  const [one, other] = [splitName(name), splitName(otherName)];
  const isSamePath = one.path === other.path || one.path === "" || other.path === "";
  return address === otherAddress && one.name === other.name && isSamePath;
}

function differing(reasons: readonly string[]): Finding {
  const reason = joinFirst(reasons, 1);
  return reason === undefined ? PASSED : { status: "differing", reason };
}
