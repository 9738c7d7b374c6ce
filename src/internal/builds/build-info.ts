import { stat } from "node:fs/promises";
import path from "node:path";
import type { Build } from "../domain/build.ts";
import type { StandardJsonInput } from "../domain/compiler-input.ts";
import { isObject, readJsonObject, unusableFile } from "./json-file.ts";
import type { SelectedKeys } from "./json-selection.ts";
import { readJsonParts } from "./streamed-json.ts";

/** `_format` of a Hardhat 3 build-info; its output is in a file of its own. */
export const HARDHAT3_BUILD_INFO = "hh3-sol-build-info-1";
/** `_format` of a Hardhat 2 build-info, which holds input and output. */
const HARDHAT2_BUILD_INFO = "hh-sol-build-info-1";

/** `_format` of a build-info of Foundry, which holds input and output. */
const FOUNDRY_BUILD_INFO = "ethers-rs-sol-build-info-1";

/** `_format` of what OpenZeppelin Upgrades brings compiled: Hardhat 2's, with less in the output. */
const OPENZEPPELIN_BUILD_INFO = "hh-sol-build-info-1-oz-slim1";

const FORMATS = [
  HARDHAT3_BUILD_INFO,
  HARDHAT2_BUILD_INFO,
  FOUNDRY_BUILD_INFO,
  OPENZEPPELIN_BUILD_INFO,
] as const;
/** `_format` of a build-info that is read. */
export type BuildInfoFormat = (typeof FORMATS)[number];

/** Tells build-infos from other files, by their head. */
export async function buildInfoFormat(
  file: string,
): Promise<BuildInfoFormat | { readonly unknown: unknown }> {
  const { _format } = await readJsonParts(file, { _format: "all" });
  return knownFormat(_format) ?? { unknown: _format };
}

/** @param format `_format` of a file. */
export function knownFormat(format: unknown): BuildInfoFormat | undefined {
  return FORMATS.find((known) => known === format);
}

/** A compiler version that a verification service can compile with: a short one ends in `compiler_error`. */
const LONG_VERSION = /^\d+\.\d+\.\d+\S*\+commit\.[0-9a-f]{8}/;

/** Node parses a small file whole in less time than it takes to look for its parts. */
const SMALL_BYTES = 4 * 1024 * 1024;

/** What of a build-info makes a build. */
export const BUILD_PARTS = {
  id: "all",
  solcLongVersion: "all",
  input: { language: "all", sources: { "*": { content: "text" } }, settings: "all" },
} as const satisfies SelectedKeys;

/**
 * Reads the compiler input and the long compiler version of a build-info, and not its output where that comes after.
 * VC202 where it has not both.
 */
export async function readBuildInfo(file: string): Promise<Build> {
  const { size = Number.POSITIVE_INFINITY } = (await stat(file).catch(() => undefined)) ?? {};
  const json = size <= SMALL_BYTES ? readJsonObject(file) : readJsonParts(file, BUILD_PARTS);
  return parseBuildInfo(file, await json);
}

/** The same for one that needs no id. */
export async function readBuildInfoWithoutId(file: string): Promise<Build> {
  return parseBuildInfo(file, {
    id: path.basename(file, ".json"),
    ...(await readJsonParts(file, BUILD_PARTS)),
  });
}

/** The same where the version is known, which Foundry writes after the output. */
export async function readBuildOfVersion(file: string, longVersion: string): Promise<Build> {
  const { id, input } = BUILD_PARTS;
  return parseBuildInfo(file, await readJsonParts(file, { id, input }), longVersion);
}

/**
 * The same for a build-info that has been read already.
 *
 * @param longVersion Of the compiler, where something better than the build-info knows it.
 */
export function parseBuildInfo(
  file: string,
  json: Readonly<Record<string, unknown>>,
  longVersion?: string,
): Build {
  const { id, input, solcLongVersion: stated } = json;
  const solcLongVersion = longVersion ?? stated;
  if (typeof id !== "string") throw unusableFile(file, "it has no id");
  if (typeof solcLongVersion !== "string" || !LONG_VERSION.test(solcLongVersion)) {
    throw unusableFile(
      file,
      `solcLongVersion is ${JSON.stringify(solcLongVersion)}, not a version with a commit`,
    );
  }
  return { id, file, compilerVersion: solcLongVersion, input: parseInput(file, input) };
}

/**
 * Reads the compiler input of a Foundry build-info, without the keys that Foundry adds and a compiler service refuses.
 *
 * @returns undefined for the short form that `forge build` writes without `--build-info`.
 */
export async function readFoundryInput(file: string): Promise<StandardJsonInput | undefined> {
  const { input } = await readJsonParts(file, { input: BUILD_PARTS.input });
  return input === undefined ? undefined : parseInput(file, input);
}

/** Of a compiler input what a compiler service takes. VC202 where it is none. */
export function parseInput(file: string, input: unknown): StandardJsonInput {
  if (!isObject(input)) throw unusableFile(file, "it has no compiler input");
  const { language, sources, settings } = input;
  if (typeof language !== "string") throw unusableFile(file, "the compiler input names no language");
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
