import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Build } from "../domain/build.ts";
import type { StandardJsonInput } from "../domain/compiler-input.ts";
import { isShortVersion } from "../domain/compiler-version.ts";
import { passInput } from "../errors/next-step.ts";
import { isObject, type Json } from "../text/is-object.ts";
import { readJsonObject, unusableFile } from "./json-file.ts";
import type { SelectedKeys } from "./json-selection.ts";
import { readJsonParts } from "./streamed-json.ts";

/** `_format` in a Hardhat 3 build-info. Its output is in a separate file. */
export const HARDHAT3_BUILD_INFO = "hh3-sol-build-info-1";
/** `_format` in a Foundry build-info, which contains both input and output. */
export const FOUNDRY_BUILD_INFO = "ethers-rs-sol-build-info-1";

const FORMATS = [
  HARDHAT3_BUILD_INFO,
  // Hardhat 2 build-infos contain input and output.
  "hh-sol-build-info-1",
  FOUNDRY_BUILD_INFO,
  // OpenZeppelin Upgrades ships build-infos in Hardhat 2's format, but with a smaller output.
  "hh-sol-build-info-1-oz-slim1",
] as const;
export type BuildInfoFormat = (typeof FORMATS)[number];

export function parseFormat(format: unknown): BuildInfoFormat | undefined {
  return FORMATS.find((known) => known === format);
}

/** A compiler version that a verification service accepts. A short version makes the job fail with `compiler_error`. */
const LONG_VERSION = /^\d+\.\d+\.\d+\S*\+commit\.[0-9a-f]{8}/;

/** Files up to this size are parsed as a whole, which is faster than streaming parts of them. */
const SMALL_BYTES = 4 * 1024 * 1024;

export const BUILD_PARTS = {
  id: "all",
  solcLongVersion: "all",
  input: { language: "all", sources: { "*": { content: "text" } }, settings: "all" },
} as const satisfies SelectedKeys;

interface KnownFacts {
  /** The ID to use if the build-info has none. */
  readonly id?: string | undefined;
  /** The full version, including the commit. Needed for Foundry, which writes it after the output. */
  readonly compilerVersion?: string | undefined;
}

/** Finds the separate file in which Hardhat 3 keeps a build-info's output. */
export function findSeparateOutput(buildInfo: string): string | undefined {
  const beside = buildInfo.replace(/\.json$/, ".output.json");
  return existsSync(beside) ? beside : undefined;
}

/**
 * Reads the compiler input and the long compiler version. Stops before the output if that is at the end of the file.
 */
export async function readBuildInfo(file: string, known: KnownFacts = {}): Promise<Build> {
  const { id, input } = BUILD_PARTS;
  const parts = known.compilerVersion === undefined ? BUILD_PARTS : { id, input };
  const { size = Number.POSITIVE_INFINITY } = (await stat(file).catch(() => undefined)) ?? {};
  const json = size <= SMALL_BYTES ? readJsonObject(file) : await readJsonParts(file, parts);
  return parseBuildInfo(file, json, known);
}

export function parseBuildInfo(file: string, json: Json, known: KnownFacts): Build {
  const { id = known.id, input } = json;
  const { compilerVersion: solcLongVersion = json.solcLongVersion } = known;
  if (typeof id !== "string") throw unusableFile(file, "it has no id");
  if (typeof solcLongVersion !== "string" || !LONG_VERSION.test(solcLongVersion)) {
    const reason = `solcLongVersion is ${JSON.stringify(solcLongVersion)}, not a version with a commit`;
    // Foundry never writes the commit, so compiling again wouldn't help.
    const isFoundry = typeof solcLongVersion === "string" && isShortVersion(solcLongVersion);
    throw isFoundry
      ? unusableFile(file, `${reason}, and a contract in it has no metadata`, undefined, passInput(file))
      : unusableFile(file, reason);
  }
  return { id, file, compilerVersion: solcLongVersion, input: parseInput(file, input) };
}

/** Drops Foundry's own keys, which services reject. Undefined for the short format, written without `--build-info`. */
export async function readFoundryInput(file: string): Promise<StandardJsonInput | undefined> {
  const { input } = await readJsonParts(file, { input: BUILD_PARTS.input });
  return input === undefined ? undefined : parseInput(file, input);
}

/** Reduces a compiler input to the keys that verification services accept. @throws VC202 if it is invalid. */
export function parseInput(file: string, input: unknown): StandardJsonInput {
  if (!isObject(input)) throw unusableFile(file, "it has no compiler input");
  const { language, sources, settings } = input;
  if (typeof language !== "string") throw unusableFile(file, "the compiler input has no language");
  if (!isObject(sources)) throw unusableFile(file, "the compiler input has no sources");
  if (!isObject(settings)) throw unusableFile(file, "the compiler input has no settings");
  const entries = Object.entries(sources).map(([path, source]) => {
    if (!isObject(source) || typeof source.content !== "string") {
      throw unusableFile(file, `the source ${path} has no content`);
    }
    return [path, { content: source.content }] as const;
  });
  return { language, sources: Object.fromEntries(entries), settings };
}
