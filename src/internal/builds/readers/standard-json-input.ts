import path from "node:path";
import type { Build, ContractName } from "../../domain/build.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import { advice, type NextStep, withOptions } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { nearestNames } from "../../text/nearest.ts";
import { isObject, readJsonObject, unusableFile } from "../json-file.ts";

/** A compiler input without its output: nothing is known of the code that it gives. */
export interface GivenInput {
  readonly contract: ContractName;
  readonly compilation: Build;
}

const DECLARED = /\b(?:contract|library|object)\s+"?([\w$]+)/g;
const ANOTHER_FILE = advice("name a standard JSON input with --std-json-input");

/**
 * Reads a standard JSON input, in whatever language. It is kept as it stands, extra keys included.
 *
 * @param file Absolute path.
 * @param compilerVersion The long version.
 * @param wanted `path:Name`, or `Name` where one source alone can hold it.
 * @throws VC202 where the file is no such input, VC110 where it has no such contract, VC114 where none was named.
 */
export async function readStandardJsonInput(
  file: string,
  compilerVersion: string,
  wanted: string | undefined,
): Promise<GivenInput> {
  const json = await readJsonObject(file, ANOTHER_FILE);
  const input = checkedInput(file, json);
  const contract = nameOf(wanted, input, file);
  return { contract, compilation: { id: path.basename(file, ".json"), file, compilerVersion, input } };
}

function checkedInput(file: string, json: Readonly<Record<string, unknown>>): StandardJsonInput {
  const { language, sources, settings } = json;
  const refuse = (reason: string) => unusableFile(file, reason, undefined, ANOTHER_FILE);
  if (typeof language !== "string") throw refuse("it names no language, so it is no standard JSON input");
  if (!isObject(sources) || Object.keys(sources).length === 0) throw refuse("it has no sources");
  if (!isObject(settings)) throw refuse("it has no settings");
  for (const [name, source] of Object.entries(sources)) {
    if (!isObject(source) || typeof source.content !== "string" || source.content === "")
      throw refuse(`the source ${name} has no content: a service can't fetch it from elsewhere`);
  }
  try {
    JSON.stringify(json);
  } catch (cause) {
    throw unusableFile(file, "its values are nested too deeply to be sent", cause, ANOTHER_FILE);
  }
  return json as unknown as StandardJsonInput;
}

function nameOf(wanted: string | undefined, input: StandardJsonInput, file: string): ContractName {
  const paths = Object.keys(input.sources);
  if (wanted === undefined) {
    throw new VerifyContractError("VC114", {
      facts: [["Sources", paths.slice(0, 10).join(", ")]],
      next: nameStep(input),
    });
  }
  const colon = wanted.lastIndexOf(":");
  const name = wanted.slice(colon + 1);
  const named = colon === -1 ? undefined : wanted.slice(0, colon);
  const isName = /^[\w$]+$/.test(name);
  const holding = paths.filter(
    (each) => isName && (named === undefined ? mayHold(input, each, name) : each === named),
  );
  const [inputSourceName, another] = holding;
  if (inputSourceName === undefined || another !== undefined) throw notThere(wanted, holding, paths, file);
  return {
    name,
    sourceName: inputSourceName,
    inputSourceName,
    fullyQualifiedName: `${inputSourceName}:${name}`,
  };
}

/** A Solidity source declares its contracts; elsewhere a file is one, and is called like it. */
function mayHold(input: StandardJsonInput, sourceName: string, name: string): boolean {
  const content = input.sources[sourceName]?.content ?? "";
  const declared = content.matchAll(DECLARED);
  return (
    path.posix.basename(sourceName).replace(/\.\w+$/, "") === name ||
    [...declared].some(([, declaredName]) => declaredName === name)
  );
}

function notThere(
  wanted: string,
  holding: readonly string[],
  paths: readonly string[],
  file: string,
): VerifyContractError {
  const named = wanted.replace(/^.*:/, "");
  const nearest = holding.length > 0 ? holding : nearestNames(wanted.replace(/:[^:]*$/, ""), paths);
  return new VerifyContractError(holding.length > 1 ? "VC111" : "VC110", {
    values: { name: wanted },
    facts: [
      ["Looked in", file],
      ["Sources", (holding.length > 0 ? holding : paths).slice(0, 10).join(", ")],
    ],
    next: nearest[0] === undefined ? undefined : withOptions(["--contract", `${nearest[0]}:${named}`]),
  });
}

/** The last contract of the last source that declares one: what others are imported into most often. */
function nameStep({ sources }: StandardJsonInput): NextStep {
  const declared = Object.entries(sources).flatMap(([file, { content }]) =>
    Array.from(content.matchAll(DECLARED), ([, name]) => `${file}:${name}`),
  );
  const example = declared.at(-1);
  return example === undefined
    ? advice("name the contract with --contract, as path:Name")
    : withOptions(["--contract", example]);
}
