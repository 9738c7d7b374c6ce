import { join } from "node:path";
import { installPackages } from "../helpers/install-packages.ts";
import { SCRATCH } from "./scratch.ts";

/**
 * Installs a folder of packages/.
 *
 * @returns The folder that has the node_modules.
 */
export async function installProjectPackages(name: string): Promise<string> {
  const folder = join(SCRATCH, "packages", name);
  await installPackages(join(import.meta.dirname, "packages", name), folder);
  return folder;
}
