import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

export const BUILD_INFO_FOLDER = "build-info";

/**
 * The build-info folder of an artifact: the nearest one upward. Ignition keeps it beside the artifacts' folder, Hardhat
 * and Foundry inside it. A source folder with this name has an artifacts folder with this name, but without files.
 *
 * @param artifact Absolute path.
 * @param id The build-info's id, if the artifact names it.
 * @returns Absolute path; without such a folder, where it should be.
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
