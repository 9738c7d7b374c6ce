import type { PreflightContract, PreflightFinding, PreflightReport } from "../../report/preflight/model.ts";
import { formatBytes, formatCount, joinWords } from "../../text/amounts.ts";
import { buildWords } from "./facts.ts";
import { type Statement, statement } from "./statement.ts";

export function preflightVerdict({
  contracts,
  summary,
  minMatch,
  error,
  exitCode,
}: PreflightReport): Statement {
  if (error !== undefined)
    return exitCode === 3
      ? statement("unknown", "Can't tell: the preflight was stopped.")
      : statement("wrong", "The preflight did not run.");
  const { total, warning } = summary;
  const [only] = contracts;
  const name = total === 1 ? only?.contract.name : undefined;
  const all = formatCount(total, "contract");
  const some = (count: number) => name ?? (count === total ? `All ${all}` : `${count} of ${all}`);
  if (summary.error > 0) {
    const which =
      name === undefined && summary.error === total
        ? `None of the ${all} would`
        : `${some(summary.error)} would not`;
    return statement("wrong", `${which} verify${minMatch === "exact_match" ? " exactly" : ""}.`);
  }
  const weaker = contracts.filter(
    ({ expectedMatch: { creation, runtime } }) => creation !== "exact_match" || runtime !== "exact_match",
  ).length;
  if (weaker > 0) return statement("weak", `${some(weaker)} would verify, but not exactly.`);
  const exactly = `${some(total)} would verify exactly.`;
  if (warning === 0) return statement("good", exactly);
  const have =
    name === undefined ? `${warning} ${warning === 1 ? "has" : "have"} warnings.` : "It has warnings.";
  return statement("weak", `${exactly} ${have}`);
}

export const LEVELS = {
  error: { symbol: "✖", tone: "bad" },
  warning: { symbol: "!", tone: "warn" },
  ready: { symbol: "✔", tone: "ok" },
} as const satisfies Record<PreflightContract["verdict"], object>;

/** A finding for several contracts, with the facts they share. */
export interface FindingGroup extends PreflightFinding {
  readonly contracts: readonly { readonly title: string; readonly facts: PreflightFinding["facts"] }[];
}

/** Errors come first. A finding that has the same cause in several contracts appears once. */
export function findingGroups({ contracts }: PreflightReport): readonly FindingGroup[] {
  const getTitle = titles(contracts);
  const found = contracts.flatMap((contract) =>
    contract.findings.map((finding) => ({ finding, title: getTitle(contract) })),
  );
  const byCause = Map.groupBy(found, ({ finding: { level, code, message, next } }) =>
    JSON.stringify([level, code, message, next]),
  );
  const groups = [...byCause.values()].flatMap((all): readonly FindingGroup[] => {
    const [first] = all;
    if (first === undefined) return [];
    const isShared = (fact: PreflightFinding["facts"][number]): boolean =>
      all.every(({ finding }) =>
        finding.facts.some(({ label, value }) => label === fact.label && value === fact.value),
      );
    const own = all.map(({ finding: { facts }, title }) => ({
      title,
      facts: facts.filter((fact) => !isShared(fact)),
    }));
    return [{ ...first.finding, facts: first.finding.facts.filter(isShared), contracts: own }];
  });
  return ["error", "warning"].flatMap((level) => groups.filter((group) => group.level === level));
}

/** Adds the build file to a fully qualified name that several builds have. */
export function titles(contracts: readonly PreflightContract[]): (contract: PreflightContract) => string {
  const counts = Map.groupBy(contracts, ({ contract }) => contract.fullyQualifiedName);
  return ({ contract: { fullyQualifiedName, buildFile } }) =>
    (counts.get(fullyQualifiedName)?.length ?? 0) > 1
      ? `${fullyQualifiedName} (${buildFile})`
      : fullyQualifiedName;
}

export function preflightFacts(report: PreflightReport): PreflightFinding["facts"] {
  const { files, bytes } = report.disclosed;
  const leftOut = leftOutWords(report);
  const build = buildWords(report.contracts.map(({ contract }) => contract));
  return [
    ...(build === undefined ? [] : [{ label: "Build", value: build }]),
    { label: "Basis", value: shownByWords(report) },
    { label: "Discloses", value: `${formatCount(files.length, "file")}, ${formatBytes(bytes)}` },
    ...(leftOut === "" ? [] : [{ label: "Left out", value: leftOut }]),
  ];
}

const SHOWN_BY = {
  compiler: "compiled here",
  metadata: "shown by the build's metadata",
  prediction: "predicted from the imports",
} as const satisfies Record<PreflightContract["shownBy"], string>;

/** "12 compiled here, 2 predicted from the imports". Empty if no compiler input could be read. */
function shownByWords({ contracts }: PreflightReport): string {
  const readable = contracts.filter(({ submission }) => submission !== null);
  const counted = Object.entries(SHOWN_BY).flatMap(([kind, words]) => {
    const count = readable.filter(({ shownBy }) => shownBy === kind).length;
    return count === 0 ? [] : [{ words, count }];
  });
  const [only, ...others] = counted;
  if (only !== undefined && others.length === 0) return only.words;
  return counted.map(({ words, count }) => `${count} ${words}`).join(", ");
}

/** "3 contracts from tests, 120 from dependencies and 1 without metadata" */
function leftOutWords({ leftOut }: PreflightReport): string {
  const kinds = LEFT_OUT.filter(([kind]) => leftOut[kind] > 0);
  return joinWords(
    kinds.map(([kind, words], index) =>
      index === 0 ? `${formatCount(leftOut[kind], "contract")} ${words}` : `${leftOut[kind]} ${words}`,
    ),
  );
}

const LEFT_OUT = [
  ["tests", "from tests"],
  ["scripts", "from scripts"],
  ["dependencies", "from dependencies"],
  ["withoutMetadata", "without metadata"],
] as const satisfies readonly (readonly [keyof PreflightReport["leftOut"], string])[];

export function expectedWords({ expectedMatch: { creation, runtime } }: PreflightContract): string {
  if (creation === runtime) return EXPECTED[runtime];
  return `runtime ${EXPECTED[runtime]}, creation ${EXPECTED[creation]}`;
}

const EXPECTED = { exact_match: "exact", match: "not exact", none: "no match", unknown: "unknown" } as const;
