import { type Dirent, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";

/** Folders of package managers, Git and build tools, recognised by their content. */
const FOREIGN: Readonly<
  Record<string, (folder: string, entries: readonly Dirent[]) => boolean | Promise<boolean>>
> = {
  ".git": () => true,
  // The cache of Hardhat and Foundry contains files; the artifacts of a source folder with this name only folders.
  cache: (_, entries) => entries.some((entry) => entry.isFile()),
  node_modules: holdsPackages,
};

/** hardhat-deploy's compiler inputs, which are not contracts and can be large. */
const INPUTS_FOLDER = "solcInputs";

/**
 * Whether a folder contains packages, a repository or a tool's cache instead of builds. A source folder, and so its
 * artifacts folder, can have the same name: the content decides.
 *
 * @param folder Absolute path.
 * @param entries Its direct entries.
 */
export async function isForeignFolder(folder: string, entries: readonly Dirent[]): Promise<boolean> {
  const name = path.basename(folder);
  return Object.hasOwn(FOREIGN, name) && (await FOREIGN[name]?.(folder, entries)) === true;
}

/** Whether a folder's direct files are compiler inputs. Its sub-folders can still be artifacts. */
export function holdsCompilerInputs(folder: string): boolean {
  return path.basename(folder) === INPUTS_FOLDER;
}

/** Package managers write hidden files. Each package has a package.json; a scope's packages are one folder deeper. */
async function holdsPackages(folder: string, entries: readonly Dirent[]): Promise<boolean> {
  if (entries.some(({ name }) => name.startsWith("."))) return true;
  for (const entry of entries) {
    const inner = path.join(folder, entry.name);
    if (entry.name.startsWith("@")) {
      const scoped = await readdir(inner, { withFileTypes: true }).catch(() => []);
      if (await holdsPackages(inner, scoped)) return true;
    } else if (existsSync(path.join(inner, "package.json"))) return true;
  }
  return false;
}
