import { statSync } from "node:fs";
import path from "node:path";
import type { BuildCandidate } from "../domain/build.ts";
import { asObject } from "../text/is-object.ts";
import { tryReadJson } from "./json-file.ts";
import { listJsonFiles } from "./list-json-files.ts";

const OTHER_LANGUAGE = /\.(yul|vy|fe)$/;

/**
 * Lists the contracts, as `File.yul:Name`, that can't be read. Foundry writes no metadata for languages other than
 * Solidity, so the contract's path, compiler and settings are unknown.
 */
export function listWithoutMetadata(
  locations: readonly string[],
  candidates: readonly Pick<BuildCandidate, "file">[],
): readonly string[] {
  const read = new Set(candidates.map(({ file }) => file));
  const files = locations
    .filter((location) => statSync(location, { throwIfNoEntry: false })?.isDirectory())
    .flatMap((location) => listJsonFiles(location).contracts)
    .filter((file) => OTHER_LANGUAGE.test(path.dirname(file)) && !read.has(file) && hasCode(file));
  return [...new Set(files)].map(
    (file) => `${path.basename(path.dirname(file))}:${path.basename(file, ".json")}`,
  );
}

function hasCode(file: string): boolean {
  const { object } = asObject(tryReadJson(file)?.bytecode);
  return typeof object === "string" && object.length > "0x".length;
}
