import path from "node:path";

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { type ProjectPaths, projectPathsOf } from "../../builds/project/project-paths.ts";

/** The paths of the project that a Hardhat runtime is of. */
export function projectPaths(hre: HardhatRuntimeEnvironment): Promise<ProjectPaths> {
  const { root, artifacts, sources } = hre.config.paths;
  return projectPathsOf({ root, artifacts, sources: sources.solidity, ignition: ignitionFolder(hre) });
}

/** Ignition's plugin resolves `paths.ignition`; without that plugin, what the user wrote still says where the records are. */
function ignitionFolder({ config, userConfig }: HardhatRuntimeEnvironment): string | undefined {
  const { root } = config.paths;
  const written = [config.paths, userConfig.paths].map((paths) => Reflect.get(paths ?? {}, "ignition"));
  const folder = written.find((each) => typeof each === "string" && each !== "");
  return folder === undefined ? undefined : path.resolve(root, folder);
}
