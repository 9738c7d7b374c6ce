import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";

import { unusableRecord } from "./unusable-record.ts";

/** hardhat-deploy writes up to three files a contract; a folder with more than this holds something else. */
const MOST_ENTRIES = 100_000;

/**
 * What stands in a folder, sorted by name. A link is what it leads to, so whoever follows folders meets circles. What is no
 * folder counts as a file, also a link to nowhere: who reads it is told, and nothing disappears.
 */
export interface Listing {
  /** Names. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/**
 * Lists a folder; nothing where it isn't there.
 *
 * @throws VC704 where it may not be read, or holds more than deployments do: what is in it nobody would know.
 */
export async function listFolder(folder: string): Promise<Listing> {
  const entries = await entriesOf(folder);
  if (entries.length > MOST_ENTRIES) throw unusableRecord(folder, `it holds more than ${MOST_ENTRIES} files`);
  const files: string[] = [];
  const folders: string[] = [];
  for (const entry of entries) {
    const isFolder = entry.isSymbolicLink()
      ? await leadsToFolder(path.join(folder, entry.name))
      : entry.isDirectory();
    (isFolder ? folders : files).push(entry.name);
  }
  return { files: files.sort(), folders: folders.sort() };
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return [];
    throw unusableRecord(folder, error instanceof Error ? error.message : String(error), error);
  }
}

function leadsToFolder(link: string): Promise<boolean> {
  return stat(link).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
