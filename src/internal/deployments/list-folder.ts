import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { explainFileError, getErrorCode } from "../text/file-reason.ts";
import { unusableRecord } from "./record-file.ts";

/** Tools write records as JSON. Hidden files belong to other programs. */
export function isRecordFile(name: string): boolean {
  return name.endsWith(".json") && !name.startsWith(".");
}

/** No tool writes more than hardhat-deploy's three files per contract, so a larger folder isn't a deployment. */
const MOST_ENTRIES = 100_000;

/**
 * Lists a folder's entries, sorted by name. Links are resolved. Everything except folders counts as a file, even a
 * dangling link. Empty if the folder doesn't exist.
 *
 * @throws VC704 if it is unreadable or too large.
 */
export async function listFolder(folder: string) {
  const entries = await entriesOf(folder);
  if (entries.length > MOST_ENTRIES)
    throw unusableRecord(folder, `it contains more than ${MOST_ENTRIES} files`);
  const files: string[] = [];
  const folders: string[] = [];
  for (const entry of entries) {
    const isFolder = entry.isSymbolicLink()
      ? (await stat(path.join(folder, entry.name)).catch(() => undefined))?.isDirectory() === true
      : entry.isDirectory();
    (isFolder ? folders : files).push(entry.name);
  }
  return { files: files.sort(), folders: folders.sort() };
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(getErrorCode(error))) return [];
    throw unusableRecord(folder, explainFileError(error), { cause: error });
  }
}
