import path from "node:path";

import { DEPENDENCY } from "../../domain/package-source.ts";

/** What a contract of a build is for. */
export type Origin = "project" | "tests" | "scripts" | "dependencies";

const TEST = /\.t\.sol$|(?:^|\/)tests?\//i;
const SCRIPT = /\.s\.sol$|(?:^|\/)scripts?\//i;

/**
 * What a contract is for, by its path: the project's own are below its folders of sources.
 *
 * @param sourceName The user's path, relative to the root; absolute where the compiler got it so.
 * @param root Absolute path, to which source names are relative.
 * @param sources Absolute paths of the folders of sources; empty where none is known.
 */
export function originOf(sourceName: string, root: string, sources: readonly string[]): Origin {
  const folders = sources.length === 0 ? [root] : sources;
  const inRoot = relative(root, path.resolve(root, sourceName));
  const inSources = folders
    .map((folder) => ({ folder, name: relative(folder, path.resolve(root, sourceName)) }))
    .find(({ name }) => name !== undefined);
  // Where the root is the folder of sources, only the name says whose a file is.
  const isOwn =
    inSources !== undefined && (inSources.folder !== root || !DEPENDENCY.test(inSources.name ?? ""));
  const name = (isOwn ? inSources.name : inRoot) ?? sourceName;
  if (!isOwn && DEPENDENCY.test(name)) return "dependencies";
  if (TEST.test(name)) return "tests";
  if (SCRIPT.test(name)) return "scripts";
  return isOwn ? "project" : "dependencies";
}

/** Undefined for a file that is not below the folder. */
function relative(folder: string, file: string): string | undefined {
  const way = path.relative(folder, file);
  const isOutside = way === ".." || way.startsWith(`..${path.sep}`) || path.isAbsolute(way);
  return isOutside ? undefined : way.split(path.sep).join("/");
}
