import { splitName } from "./build.ts";

/** Package folders, relative to a project's root. */
export const DEPENDENCY = /^(?:node_modules|lib|dependencies|npm)\/|^@|\/node_modules\//;

/** Judges by path: a project's own sources share one top-level folder, such as `contracts/`, `src/` or `project/`. */
export function isPackageSource(path: string, ownPath: string): boolean {
  return DEPENDENCY.test(path) || getTopFolder(path) !== getTopFolder(ownPath);
}

function getTopFolder(path: string): string {
  return path.slice(0, path.indexOf("/") + 1);
}

/** Hardhat 3 passes `npm/<package>@<version>/<file>` to the compiler for the import `<package>/<file>`. */
export function toImportPath(inputSourceName: string): string {
  return inputSourceName.replace(/^npm\/((?:@[^/]+\/)?[^/@]+)@[^/]+\//, "$1/");
}

/** Some tools identify libraries by path and name, others only by name. */
export function findLibraryAddress(
  libraries: Readonly<Record<string, string>> = {},
  name: string,
): string | undefined {
  const byName = new Map(Object.entries(libraries));
  // Hardhat 3 compiles a file under the name `project/<path>`, or `npm/<package>@<version>/<path>`.
  const named = `/${toImportPath(name)}`;
  const isEnd = ([key]: readonly [string, string]) =>
    key.includes(":") && named.endsWith(`/${toImportPath(key)}`);
  return byName.get(name) ?? byName.get(splitName(name).name) ?? [...byName].find(isEnd)?.[1];
}
