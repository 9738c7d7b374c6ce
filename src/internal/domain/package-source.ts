/** Folders of packages, from a project's root. */
export const DEPENDENCY = /^(?:node_modules|lib|dependencies|npm)\/|^@|\/node_modules\//;

/**
 * True if a source is a package's, by its path and that of the contract that uses it: a project's own are below one folder,
 * such as `contracts/`, `src/` or Hardhat 3's `project/`.
 *
 * @param path In the compiler's input.
 * @param ownPath Of the contract.
 */
export function isPackageSource(path: string, ownPath: string): boolean {
  return DEPENDENCY.test(path) || folderOf(path) !== folderOf(ownPath);
}

function folderOf(path: string): string {
  return path.slice(0, path.indexOf("/") + 1);
}

/** Hardhat 3 passes `npm/<package>@<version>/<file>` to the compiler for the import `<package>/<file>`. */
export function asImported(inputSourceName: string): string {
  return inputSourceName.replace(/^npm\/((?:@[^/]+\/)?[^/@]+)@[^/]+\//, "$1/");
}

/**
 * The address that a deployment record has for a library: a tool names it by its path and name, or by its name alone.
 *
 * @param name `path/to/File.sol:Name`, as it was compiled.
 */
export function recordedLibraryAddress(
  libraries: Readonly<Record<string, string>> = {},
  name: string,
): string | undefined {
  const bare = name.slice(name.lastIndexOf(":") + 1);
  const byName = new Map(Object.entries(libraries));
  // Hardhat 3 compiles a file under the name `project/<path>`, or `npm/<package>@<version>/<path>`.
  const named = `/${asImported(name)}`;
  const isEnd = ([key]: readonly [string, string]) =>
    key.includes(":") && named.endsWith(`/${asImported(key)}`);
  return byName.get(name) ?? byName.get(bare) ?? [...byName].find(isEnd)?.[1];
}
