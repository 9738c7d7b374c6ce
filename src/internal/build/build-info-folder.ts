import { existsSync } from "node:fs";
import path from "node:path";

export const BUILD_INFO_FOLDER = "build-info";

/**
 * The build-info folder that an artifact belongs to: of the folders around it, the first that has one. Ignition keeps it
 * beside the artifacts, Hardhat and Foundry inside of them.
 *
 * @param artifact Absolute path.
 * @returns Absolute path; where there is none, the one that should stand beside the artifact.
 */
export function buildInfoFolderOf(artifact: string): string {
  const start = path.dirname(artifact);
  for (let folder = start; ; folder = path.dirname(folder)) {
    const inside = path.join(folder, BUILD_INFO_FOLDER);
    if (existsSync(inside)) return inside;
    if (path.dirname(folder) === folder) return path.join(start, BUILD_INFO_FOLDER);
  }
}
