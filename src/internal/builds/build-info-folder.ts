import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

export const BUILD_INFO_FOLDER = "build-info";

/**
 * The build-info folder that an artifact belongs to: of the folders around it, the first that has one. Ignition keeps it
 * beside the artifacts, Hardhat and Foundry inside of them. A source folder of this name has its artifacts in a folder of
 * this name too, which holds no files.
 *
 * @param artifact Absolute path.
 * @param id Of the artifact's build-info, where the artifact names it.
 * @returns Absolute path; where there is none, the one that should stand beside the artifact.
 */
export function buildInfoFolderOf(artifact: string, id?: string): string {
  const folders = foldersAround(artifact).map((folder) => path.join(folder, BUILD_INFO_FOLDER));
  const beside = folders[0] ?? path.join(path.dirname(artifact), BUILD_INFO_FOLDER);
  const named =
    id === undefined ? undefined : folders.find((each) => existsSync(path.join(each, `${id}.json`)));
  return named ?? folders.find(holdsFiles) ?? folders.find((each) => existsSync(each)) ?? beside;
}

function foldersAround(file: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (path.dirname(folder) === folder) return folders;
  }
}

function holdsFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isFile());
}
