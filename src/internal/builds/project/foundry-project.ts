import { existsSync } from "node:fs";
import path from "node:path";

import { foldersAround, foldersOfCheckout } from "./folders-around.ts";
import { FOUNDRY_CONFIG, ofProcess, readFoundry, type Surroundings } from "./foundry-files.ts";
import { resolveFoundrySettings } from "./foundry-settings.ts";

/** The folders of a Foundry project. Absolute paths. */
export interface FoundryProject {
  readonly root: string;
  /** Whether it has a foundry.toml; without one, Foundry's defaults apply. */
  readonly isConfigured: boolean;
  readonly sources: string;
  /** Foundry's `out`. */
  readonly artifacts: string;
  readonly broadcasts: string;
  /** The value of `FOUNDRY_PROFILE` if no such profile exists; like Foundry, we then use `default`. */
  readonly unknownProfile?: string;
}

/**
 * The Foundry project around a folder. Like forge, looks for the nearest foundry.toml upward to the root of the git
 * checkout; else the folder itself is the project, with Foundry's defaults.
 *
 * @param folder Absolute path.
 */
export async function foundryProjectAround(
  folder: string,
  surroundings: Surroundings = ofProcess(),
): Promise<FoundryProject> {
  return openFoundryProject(nearestConfigured(folder) ?? folder, surroundings);
}

/**
 * The project of a broadcast: the nearest folder upward with a foundry.toml, else the parent of `broadcast`, else the
 * file's own folder.
 *
 * @param file Absolute path.
 */
export function foundryProjectOf(
  file: string,
  surroundings: Surroundings = ofProcess(),
): Promise<FoundryProject> {
  const folder = path.dirname(file);
  const broadcast = foldersAround(folder).find((each) => path.basename(each) === "broadcast");
  const holder = broadcast === undefined ? folder : path.dirname(broadcast);
  return openFoundryProject(nearestConfigured(folder) ?? holder, surroundings);
}

function nearestConfigured(folder: string): string | undefined {
  return foldersOfCheckout(folder).find(hasConfig);
}

async function openFoundryProject(root: string, surroundings: Surroundings): Promise<FoundryProject> {
  const isConfigured = hasConfig(root);
  const { files, environment } = await readFoundry(root, surroundings);
  const { src, out, broadcast, ...unknown } = resolveFoundrySettings(files, environment);
  return {
    root,
    isConfigured,
    sources: path.resolve(root, src),
    artifacts: path.resolve(root, out),
    broadcasts: path.resolve(root, broadcast),
    ...unknown,
  };
}

function hasConfig(folder: string): boolean {
  return existsSync(path.join(folder, FOUNDRY_CONFIG));
}
