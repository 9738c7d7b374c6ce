import { existsSync } from "node:fs";
import path from "node:path";
import { listAncestors } from "./project/folders-around.ts";

export const BUILD_INFO_FOLDER = "build-info";

/**
 * Ignition keeps the build-info folder beside the artifacts folder; Hardhat and Foundry keep it inside. If no folder
 * exists, returns the expected path.
 */
export function findBuildInfoFolder(artifact: string): string {
  const folders = listAncestors(path.dirname(artifact)).map((folder) => path.join(folder, BUILD_INFO_FOLDER));
  const beside = folders[0] ?? path.join(path.dirname(artifact), BUILD_INFO_FOLDER);
  return folders.find((each) => existsSync(each)) ?? beside;
}

/** Finds the build-infos that artifacts refer to. Caches lookups by folder, because artifacts share most folders. */
export class NamedBuildInfos {
  /** The nearest build-info above a folder, keyed by the path that it would have in that folder. */
  readonly #nearest = new Map<string, string | undefined>();

  /** @returns An absolute path. If the build-info doesn't exist, this is its expected path. */
  fileOf(artifact: string, id: string): string {
    const name = `${id}.json`;
    return this.#find(path.dirname(artifact), name) ?? path.join(findBuildInfoFolder(artifact), name);
  }

  #find(folder: string, name: string): string | undefined {
    // Concatenates the parts instead of using path.join. They are already normalized, and normalizing them again takes
    // as long as checking whether the file exists.
    const file = `${folder}${path.sep}${BUILD_INFO_FOLDER}${path.sep}${name}`;
    if (this.#nearest.has(file)) return this.#nearest.get(file);
    const parent = path.dirname(folder);
    const nearest = existsSync(file) ? file : parent === folder ? undefined : this.#find(parent, name);
    this.#nearest.set(file, nearest);
    return nearest;
  }
}
