import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";

/** A folder of deployments has some hundred entries; one with more than this is something else. */
const MOST_ENTRIES = 10_000;

/** What stands in a folder, sorted by name. Links are in neither, so that there is no circle. */
export interface Listing {
  /** Names. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

const NOTHING: Listing = { files: [], folders: [] };

/** Lists a folder; nothing where it isn't there, may not be read, or holds more than deployments do. */
export async function listFolder(folder: string): Promise<Listing> {
  const entries: readonly Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.length > MOST_ENTRIES) return NOTHING;
  const names = (some: readonly Dirent[]) => some.map(({ name }) => name).sort();
  return {
    files: names(entries.filter((entry) => entry.isFile())),
    folders: names(entries.filter((entry) => entry.isDirectory())),
  };
}
