import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Finds the builds for OpenZeppelin Upgrades' proxies. Its core package may be a dependency of the Hardhat plugin. */
export function findPackagedBuilds(projectRoot: string): readonly string[] {
  const plugin = findPackageFolder("@openzeppelin/hardhat-upgrades", projectRoot);
  const core =
    findPackageFolder("@openzeppelin/upgrades-core", projectRoot) ??
    (plugin && findPackageFolder("@openzeppelin/upgrades-core", plugin));
  return core === undefined ? [] : [path.join(core, "artifacts")];
}

/** Resolves a package as Node does, even if the package doesn't export package.json. */
function findPackageFolder(name: string, from: string): string | undefined {
  const searchPaths = createRequire(path.join(from, "package.json")).resolve.paths(name) ?? [];
  const folder = searchPaths
    .map((each) => path.join(each, name))
    .find((each) => existsSync(path.join(each, "package.json")));
  // A package's dependencies are beside its real folder, not beside a link to that folder.
  return folder === undefined ? undefined : realpathSync(folder);
}
