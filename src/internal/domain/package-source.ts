/** Where tools keep what others wrote, from a project's root. */
export const DEPENDENCY = /^(?:node_modules|lib|dependencies|npm)\/|^@|\/node_modules\//;

/**
 * Whether a source is a package's, by its path and that of the contract that uses it: a project's own are below one folder,
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
