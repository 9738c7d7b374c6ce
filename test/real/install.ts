import { join } from "node:path";
import { installPackages } from "../helpers/install-packages.ts";
import { SCRATCH } from "./scratch.ts";

/** By folder: projects that are built at once may share one. */
const installed = new Map<string, Promise<string>>();

/**
 * Installs a folder of packages/.
 *
 * @returns The folder that has the node_modules.
 */
export function installProjectPackages(name: string): Promise<string> {
  const known = installed.get(name) ?? install(name);
  installed.set(name, known);
  return known;
}

async function install(name: string): Promise<string> {
  const folder = join(SCRATCH, "packages", name);
  await installPackages(join(import.meta.dirname, "packages", name), folder);
  return folder;
}
