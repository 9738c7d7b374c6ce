import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** A package that deploys contracts which it brings compiled. */
interface PackagedBuilds {
  readonly name: string;
  /** Packages that bring it along, where it is not installed by itself. */
  readonly broughtBy: readonly string[];
  /** Where its artifacts and build-infos are. */
  readonly folder: string;
}

const PACKAGES: readonly PackagedBuilds[] = [
  {
    name: "@openzeppelin/upgrades-core",
    broughtBy: ["@openzeppelin/hardhat-upgrades"],
    folder: "artifacts",
  },
];

/**
 * Builds of the proxies that a project's deployment plugins deploy, where such a plugin is installed.
 *
 * @param projectRoot Absolute path.
 * @returns Absolute paths of folders.
 */
export function packagedBuilds(projectRoot: string): readonly string[] {
  return PACKAGES.flatMap(({ name, broughtBy, folder }) => {
    const others = broughtBy.flatMap((other) => packageFolder(other, projectRoot) ?? []);
    const found = [projectRoot, ...others].map((from) => packageFolder(name, from));
    const first = found.find((each) => each !== undefined);
    return first === undefined ? [] : [path.join(first, folder)];
  });
}

/** As Node looks it up; its package.json need not be exported. */
function packageFolder(name: string, from: string): string | undefined {
  const lookedIn = createRequire(path.join(from, "package.json")).resolve.paths(name) ?? [];
  const folder = lookedIn
    .map((each) => path.join(each, name))
    .find((each) => existsSync(path.join(each, "package.json")));
  // Beside where it really is are the packages that it needs.
  return folder === undefined ? undefined : realpathSync(folder);
}
