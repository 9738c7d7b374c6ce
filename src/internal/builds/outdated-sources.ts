import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Build, BuildCandidate } from "../domain/build.ts";
import { isInside } from "./project/folders-around.ts";

/** Larger files aren't compared, because no real source is this large. */
const MAX_SOURCE_BYTES = 4 * 1024 * 1024;

/**
 * Adds the sources that differ from the files on disk, except packages, which users don't edit. Synchronous, because
 * with hundreds of files, awaiting each step takes longer than reading the files.
 *
 * @param candidates The build's contracts, which contain the user's paths to the sources.
 */
export function addOutdatedSources(
  build: Build,
  candidates: readonly BuildCandidate[],
  root: string,
  shown: (file: string) => string,
): Build {
  const written = statSync(build.file, { throwIfNoEntry: false });
  if (written === undefined) return build;
  const names = new Map(candidates.map(({ inputSourceName, sourceName }) => [inputSourceName, sourceName]));
  const sources = Object.entries(build.input.sources).flatMap(([name, { content }]) => {
    // Hardhat 3 prefixes the project's own files in its compiler inputs.
    const file = path.resolve(root, names.get(name) ?? name.replace(/^project\//, ""));
    // A build from elsewhere may contain the paths of arbitrary files on this machine.
    if (!isInside(root, file)) return [];
    const changedMs = readChangeTime(file, content);
    if (changedMs === undefined) return [];
    return [{ name, path: shown(file), isNewer: changedMs > written.mtimeMs }];
  });
  return sources.length === 0
    ? build
    : { ...build, outdated: { writtenAt: written.mtime.toISOString(), sources } };
}

/**
 * Returns a changed file's modification time in milliseconds since 1970. Undefined if the file is unchanged or can't be
 * compared.
 */
function readChangeTime(file: string, content: string): number | undefined {
  if (file.split(path.sep).includes("node_modules")) return undefined;
  try {
    const found = statSync(file);
    if (!found.isFile() || found.size > MAX_SOURCE_BYTES) return undefined;
    const text = readFileSync(file, "utf8");
    // Foundry converts line endings to Unix line endings before it compiles.
    return text === content || text.replaceAll("\r\n", "\n") === content ? undefined : found.mtimeMs;
  } catch {
    return undefined;
  }
}
