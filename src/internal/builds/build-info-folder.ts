import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { foldersAround } from "./project/folders-around.ts";

export const BUILD_INFO_FOLDER = "build-info";

/**
 * The build-info folder of an artifact: the nearest one upward. Ignition keeps it beside the artifacts' folder, Hardhat
 * and Foundry inside it. A source folder with this name has an artifacts folder with this name, but without files.
 *
 * @returns Absolute path; without such a folder, where it should be.
 */
export function buildInfoFolderOf(artifact: string): string {
  const folders = foldersAround(path.dirname(artifact)).map((folder) => path.join(folder, BUILD_INFO_FOLDER));
  const beside = folders[0] ?? path.join(path.dirname(artifact), BUILD_INFO_FOLDER);
  return folders.find(holdsFiles) ?? folders.find((each) => existsSync(each)) ?? beside;
}

/** Finds the build-infos that artifacts name, and asks once for each folder: artifacts have most folders in common. */
export class NamedBuildInfos {
  /** By path of a build-info in a folder: the nearest one from there upward. */
  readonly #nearest = new Map<string, string | undefined>();

  /** @returns Absolute path; without such a build-info, where it should be. */
  fileOf(artifact: string, id: string): string {
    const name = `${id}.json`;
    return this.#find(path.dirname(artifact), name) ?? path.join(buildInfoFolderOf(artifact), name);
  }

  #find(folder: string, name: string): string | undefined {
    // Not joined: what is joined here is normal already, and looking at it again costs as much as asking for the file.
    const file = `${folder}${path.sep}${BUILD_INFO_FOLDER}${path.sep}${name}`;
    if (this.#nearest.has(file)) return this.#nearest.get(file);
    const parent = path.dirname(folder);
    const nearest = existsSync(file) ? file : parent === folder ? undefined : this.#find(parent, name);
    this.#nearest.set(file, nearest);
    return nearest;
  }
}

function holdsFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isFile());
}
