import type { StandardJsonInput } from "../submission/standard-json-input.ts";
import { isObject, readJsonObject, unusableFile } from "./json-file.ts";
import type { Build } from "./model.ts";

/** `_format` of a Hardhat 3 build-info; its output is in a file of its own. */
export const HARDHAT3_BUILD_INFO = "hh3-sol-build-info-1";
/** `_format` of a Hardhat 2 build-info, which holds input and output. */
export const HARDHAT2_BUILD_INFO = "hh-sol-build-info-1";

/** A compiler version that a verification service can compile with: a short one ends in `compiler_error`. */
const LONG_VERSION = /^\d+\.\d+\.\d+\S*\+commit\.[0-9a-f]{8}/;

/** Reads the compiler input and the long compiler version of a build-info. VC202 where it has not both. */
export async function readBuildInfo(file: string): Promise<Build> {
  return parseBuildInfo(file, await readJsonObject(file));
}

/** The same for a build-info that has been read already. */
export function parseBuildInfo(file: string, json: Readonly<Record<string, unknown>>): Build {
  const { id, solcLongVersion, input } = json;
  if (typeof id !== "string") throw unusableFile(file, "it has no id");
  if (typeof solcLongVersion !== "string" || !LONG_VERSION.test(solcLongVersion)) {
    throw unusableFile(
      file,
      `solcLongVersion is ${JSON.stringify(solcLongVersion)}, not a version with a commit`,
    );
  }
  return { id, file, compilerVersion: solcLongVersion, input: parseInput(file, input) };
}

function parseInput(file: string, input: unknown): StandardJsonInput {
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
