import { existsSync } from "node:fs";
import path from "node:path";
import { type Build, type ContractName, createContractName } from "../../domain/build.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import { advice, type NextStep, withOptions } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { isObject, type Json } from "../../text/is-object.ts";
import { findNearestNames } from "../../text/nearest.ts";
import { readJsonObject, unusableFile } from "../json-file.ts";
import { findNearestPath } from "../read-candidates.ts";

/** A compiler input without output, so the contract's code is unknown. */
export interface GivenInput {
  readonly contract: ContractName;
  readonly compilation: Build;
}

const DECLARED = /\b(?:contract|library|object)\s+"?([\w$]+)/g;
const ANOTHER_FILE = advice("name a standard JSON input with --std-json-input");

/** Reads an input in any language, unchanged. `wanted` is `path:Name`, or `Name` if only one source can contain it. */
export async function readStandardJsonInput(
  file: string,
  compilerVersion: string,
  wanted: string | undefined,
): Promise<GivenInput> {
  const json = readJsonObject(file, existsSync(file) ? ANOTHER_FILE : await suggestFile(file));
  const input = validateInput(file, json);
  const contract = findContract(wanted, input, file);
  return { contract, compilation: { id: path.basename(file, ".json"), file, compilerVersion, input } };
}

async function suggestFile(file: string): Promise<NextStep> {
  const meant = await findNearestPath(file);
  return meant === undefined ? ANOTHER_FILE : withOptions(["--std-json-input", meant]);
}

function validateInput(file: string, json: Json): StandardJsonInput {
  const { language, sources, settings } = json;
  const refuse = (reason: string) => unusableFile(file, reason, undefined, ANOTHER_FILE);
  if (typeof language !== "string") throw refuse("it isn't a standard JSON input: it has no language");
  if (!isObject(sources) || Object.keys(sources).length === 0) throw refuse("it has no sources");
  if (!isObject(settings)) throw refuse("it has no settings");
  for (const [name, source] of Object.entries(sources)) {
    if (!isObject(source) || typeof source.content !== "string" || source.content === "")
      throw refuse(`the source ${name} has no content, and a service can't fetch it`);
  }
  try {
    JSON.stringify(json);
  } catch (cause) {
    throw unusableFile(file, "its values are nested too deeply to send", cause, ANOTHER_FILE);
  }
  return json as unknown as StandardJsonInput;
}

function findContract(wanted: string | undefined, input: StandardJsonInput, file: string): ContractName {
  const paths = Object.keys(input.sources);
  if (wanted === undefined) {
    throw new VerifyContractError("VC114", {
      facts: [["Sources", paths.slice(0, 10).join(", ")]],
      next: suggestContract(input),
    });
  }
  const colon = wanted.lastIndexOf(":");
  const name = wanted.slice(colon + 1);
  const named = colon === -1 ? undefined : wanted.slice(0, colon);
  const isName = /^[\w$]+$/.test(name);
  const holding = paths.filter(
    (each) => isName && (named === undefined ? mayContain(input, each, name) : each === named),
  );
  const [inputSourceName, another] = holding;
  if (inputSourceName === undefined || another !== undefined)
    throw contractNotFound(wanted, holding, paths, file);
  return createContractName(name, inputSourceName);
}

/** A Solidity source declares its contracts. In other languages, the file is named after the contract. */
function mayContain(input: StandardJsonInput, sourceName: string, name: string): boolean {
  const content = input.sources[sourceName]?.content ?? "";
  const declared = content.matchAll(DECLARED);
  return (
    path.posix.basename(sourceName).replace(/\.\w+$/, "") === name ||
    [...declared].some(([, declaredName]) => declaredName === name)
  );
}

function contractNotFound(
  wanted: string,
  holding: readonly string[],
  paths: readonly string[],
  file: string,
): VerifyContractError {
  const named = wanted.replace(/^.*:/, "");
  const nearest = holding.length > 0 ? holding : findNearestNames(wanted.replace(/:[^:]*$/, ""), paths);
  return new VerifyContractError(holding.length > 1 ? "VC111" : "VC110", {
    values: { name: wanted },
    facts: [
      ["Looked in", file],
      ["Sources", (holding.length > 0 ? holding : paths).slice(0, 10).join(", ")],
    ],
    next: nearest[0] === undefined ? undefined : withOptions(["--contract", `${nearest[0]}:${named}`]),
  });
}

/** Suggests the last contract in the last source, because imports usually come first. */
function suggestContract({ sources }: StandardJsonInput): NextStep {
  const declared = Object.entries(sources).flatMap(([file, { content }]) =>
    Array.from(content.matchAll(DECLARED), ([, name]) => `${file}:${name}`),
  );
  const example = declared.at(-1);
  return example === undefined
    ? advice("name the contract with --contract, as path:Name")
    : withOptions(["--contract", example]);
}
