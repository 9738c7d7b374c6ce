import { statSync } from "node:fs";
import path from "node:path";
import type { BuildCandidate } from "../domain/build.ts";
import { asObject } from "../text/is-object.ts";
import { tryReadJson } from "./json-file.ts";
import { listJsonFiles } from "./list-json-files.ts";

const OTHER_LANGUAGE = /\.(yul|vy|fe)$/;

export interface WithoutMetadata {
  /** `File.yul:Name` */
  readonly name: string;
  readonly runtimeBytecode: string | undefined;
}

/**
 * Lists the contracts that can't be read. Foundry writes no metadata for languages other than Solidity, so the
 * contract's path, compiler and settings are unknown.
 */
export function listWithoutMetadata(
  locations: readonly string[],
  candidates: readonly Pick<BuildCandidate, "file">[],
): readonly WithoutMetadata[] {
  const read = new Set(candidates.map(({ file }) => file));
  const files = locations
    .filter((location) => statSync(location, { throwIfNoEntry: false })?.isDirectory())
    .flatMap((location) => listJsonFiles(location).contracts)
    .filter((file) => OTHER_LANGUAGE.test(path.dirname(file)) && !read.has(file));
  return [...new Set(files)].flatMap((file) => {
    const artifact = tryReadJson(file);
    if (readObject(artifact?.bytecode) === undefined) return [];
    const name = `${path.basename(path.dirname(file))}:${path.basename(file, ".json")}`;
    return [{ name, runtimeBytecode: readObject(artifact?.deployedBytecode) }];
  });
}

/** Undefined for an interface, which has no code. */
function readObject(code: unknown): string | undefined {
  const { object } = asObject(code);
  return typeof object === "string" && object.length > "0x".length ? object : undefined;
}
