import { type Dirent, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";

/** Files that package managers, Git and build tools write into folders of their own; none is in a folder of artifacts. */
const MARKS: Readonly<
  Record<string, (folder: string, entries: readonly Dirent[]) => boolean | Promise<boolean>>
> = {
  ".git": () => true,
  // Hardhat and Foundry keep files there; a source folder of this name holds folders of artifacts alone.
  cache: (_, entries) => entries.some((entry) => entry.isFile()),
  node_modules: holdsPackages,
};

/** hardhat-deploy keeps compiler inputs there, which are no contracts and may be large. */
const INPUTS_FOLDER = "solcInputs";

/**
 * Whether a folder holds what is no build of the user: packages, a repository, or a tool's cache. A source folder may have
 * the same name, and so may its folder of artifacts, so what is in it decides.
 *
 * @param folder Absolute path.
 * @param entries What is directly in it.
 */
export async function isForeignFolder(folder: string, entries: readonly Dirent[]): Promise<boolean> {
  const name = path.basename(folder);
  return Object.hasOwn(MARKS, name) && (await MARKS[name]?.(folder, entries)) === true;
}

/** Whether the files directly in a folder are compiler inputs. Folders in it may be those of sources. */
export function holdsCompilerInputs(folder: string): boolean {
  return path.basename(folder) === INPUTS_FOLDER;
}

/** Package managers leave hidden files; each package has its package.json, those of a scope one folder deeper. */
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
