import path from "node:path";
import { type Build, type ContractName, createContractName } from "../../domain/build.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import { advice } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { isObject, type Json } from "../../text/is-object.ts";
import { readJsonObject, unusableFile } from "../json-file.ts";

/** A compiler input without output, so the contract's code is unknown. */
export interface GivenInput {
  readonly contract: ContractName;
  readonly compilation: Build;
}

const ANOTHER_FILE = advice("pass a standard JSON input with --std-json-input");

/** Reads an input in any language, unchanged. `wanted` is `path:Name`. */
export async function readStandardJsonInput(
  file: string,
  compilerVersion: string,
  wanted: string | undefined,
): Promise<GivenInput> {
  const json = readJsonObject(file, ANOTHER_FILE);
  const input = validateInput(file, json);
  const contract = findContract(wanted, input, file);
  return { contract, compilation: { id: path.basename(file, ".json"), file, compilerVersion, input } };
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

/** The input has no code that identifies the contract, so the user gives its full name. */
function findContract(wanted: string | undefined, input: StandardJsonInput, file: string): ContractName {
  const paths = Object.keys(input.sources);
  const [, sourceName, name] = /^(.+):([\w$]+)$/s.exec(wanted ?? "") ?? [];
  if (sourceName !== undefined && name !== undefined && paths.includes(sourceName))
    return createContractName(name, sourceName);
  throw new VerifyContractError(sourceName === undefined ? "VC114" : "VC110", {
    values: { name: wanted ?? "" },
    facts: [
      ["Looked in", file],
      ["Sources", paths.slice(0, 10).join(", ")],
    ],
    next: advice("specify the contract with --contract, as path:Name"),
  });
}
