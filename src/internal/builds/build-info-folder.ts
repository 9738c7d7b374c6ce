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

/** @returns An absolute path. If no folder contains the build-info, this is its expected path. */
export function findNamedBuildInfo(artifact: string, id: string): string {
  const name = `${id}.json`;
  for (const folder of listAncestors(path.dirname(artifact))) {
    const file = path.join(folder, BUILD_INFO_FOLDER, name);
    if (existsSync(file)) return file;
  }
  return path.join(findBuildInfoFolder(artifact), name);
}
