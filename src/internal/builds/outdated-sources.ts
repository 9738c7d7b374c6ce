import { readFileSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import type { Build, BuildCandidate } from "../domain/build.ts";
import { isInside } from "./project/folders-around.ts";

/** No tool compiles a larger source, so a larger file has certainly changed. */
const MAX_SOURCE_BYTES = 4 * 1024 * 1024;

/**
 * Adds to a build the list of sources that differ from the files on disk. Ignores packages, which users don't edit.
 * Synchronous, because with hundreds of files, awaiting each step takes longer than reading.
 *
 * @param candidates The build's contracts, which have the user's names for its sources.
 * @param root Absolute path of the project. Source names are relative to it.
 * @param shown Formats a file's path for the report.
 */
export function addOutdatedSources(
  build: Build,
  candidates: readonly BuildCandidate[],
  root: string,
  shown: (file: string) => string,
): Build {
  const written = readStats(build.file);
  if (written === undefined) return build;
  const names = new Map(candidates.map(({ inputSourceName, sourceName }) => [inputSourceName, sourceName]));
  const sources = Object.entries(build.input.sources).flatMap(([name, { content }]) => {
    // Hardhat 3 prefixes the project's own files in its compiler inputs.
    const file = path.resolve(root, names.get(name) ?? name.replace(/^project\//, ""));
    // A build from elsewhere may name arbitrary files on this machine.
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
 * Returns the modification time of a file with different text, in milliseconds since 1970. Undefined if the text is
 * equal or the file is missing.
 */
function readChangeTime(file: string, content: string): number | undefined {
  if (file.split(path.sep).includes("node_modules")) return undefined;
  const found = readStats(file);
  if (found?.isFile() !== true || found.size > MAX_SOURCE_BYTES) return undefined;
  const text = readText(file) ?? content;
  // Foundry compiles sources with Unix line endings, whatever the line endings on disk.
  return text === content || text.replaceAll("\r\n", "\n") === content ? undefined : found.mtimeMs;
}

function readStats(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
