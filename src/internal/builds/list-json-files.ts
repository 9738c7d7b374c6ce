import { type Dirent, readdirSync } from "node:fs";
import path from "node:path";
import { explainFileError } from "../text/file-reason.ts";
import { BUILD_INFO_FOLDER } from "./build-info-folder.ts";
import { unusableFile } from "./json-file.ts";

/** Lists files that may be build files, sorted. Doesn't follow links, because they can be circular. */
export function listJsonFiles(folder: string) {
  const contracts: string[] = [];
  /** Keyed by folder. Excludes compiler outputs. */
  const buildInfos = new Map<string, readonly string[]>();
  const folders = [folder];
  for (const each of folders) {
    const entries = listEntries(each, folder);
    if (each !== folder && isForeignFolder(each, entries)) continue;
    const name = path.basename(each);
    const isJson = (entry: Dirent) =>
      entry.isFile() && entry.name.endsWith(".json") && !entry.name.endsWith(".output.json");
    const named = name === INPUTS_FOLDER ? [] : entries.filter(isJson);
    const files = named.map(({ name }) => path.join(each, name)).sort();
    if (name === BUILD_INFO_FOLDER) buildInfos.set(each, files);
    else contracts.push(...files);
    const inner = entries.filter((entry) => entry.isDirectory());
    folders.push(...inner.map(({ name }) => path.join(each, name)));
  }
  return { contracts: contracts.sort(), buildInfos };
}

/** Lists a folder synchronously, because awaiting each folder takes longer than listing it. */
function listEntries(folder: string, root: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    // An unreadable subfolder is ignored, because it can't be part of the user's build.
    if (folder !== root) return [];
    throw unusableFile(folder, explainFileError(cause), cause);
  }
}

/** hardhat-deploy's compiler inputs, which aren't contracts and can be large. Its subfolders can still be artifacts. */
const INPUTS_FOLDER = "solcInputs";

/** The name alone isn't enough: a source folder, and therefore its artifacts folder, can have the same name. */
function isForeignFolder(folder: string, entries: readonly Dirent[]): boolean {
  switch (path.basename(folder)) {
    case ".git":
      return true;
    // Hardhat's and Foundry's caches contain files. The artifacts folder for a source folder named `cache` contains
    // only folders.
    case "cache":
      return entries.some((entry) => entry.isFile());
    // Package managers write hidden files into the folder that contains packages.
    case "node_modules":
      return entries.some(({ name }) => name.startsWith("."));
    default:
      return false;
  }
}
