import { type Dirent, readdirSync } from "node:fs";
import path from "node:path";
import { fileReason } from "../text/file-reason.ts";
import { BUILD_INFO_FOLDER } from "./build-info-folder.ts";
import { holdsCompilerInputs, isForeignFolder } from "./foreign-folder.ts";
import { unusableFile } from "./json-file.ts";

/** The JSON files in a folder and its sub-folders, sorted. Absolute paths. */
export interface JsonFiles {
  /** Files that may describe one contract. */
  readonly contracts: readonly string[];
  /** By build-info folder, without the compiler outputs. */
  readonly buildInfos: ReadonlyMap<string, readonly string[]>;
}

/** Lists possible build files. Does not follow links, which can be circular. */
export async function listJsonFiles(folder: string): Promise<JsonFiles> {
  const contracts: string[] = [];
  const buildInfos = new Map<string, readonly string[]>();
  const folders = [folder];
  for (const each of folders) {
    const entries = entriesOf(each, folder);
    if (each !== folder && (await isForeignFolder(each, entries))) continue;
    const files = holdsCompilerInputs(each) ? [] : jsonFilesOf(each, entries);
    if (path.basename(each) === BUILD_INFO_FOLDER) buildInfos.set(each, files);
    else contracts.push(...files);
    const inner = entries.filter((entry) => entry.isDirectory());
    folders.push(...inner.map(({ name }) => path.join(each, name)));
  }
  return { contracts: contracts.sort(), buildInfos };
}

/** One folder after the other: awaiting each takes longer than listing it. */
function entriesOf(folder: string, root: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    // An unreadable sub-folder is not the user's build.
    if (folder !== root) return [];
    throw unusableFile(folder, fileReason(cause), cause);
  }
}

function jsonFilesOf(folder: string, entries: readonly Dirent[]): readonly string[] {
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json") && !entry.name.endsWith(".output.json"))
    .map(({ name }) => path.join(folder, name))
    .sort();
}
