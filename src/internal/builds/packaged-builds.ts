import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** A package that deploys contracts which it ships compiled. */
interface PackagedBuilds {
  readonly name: string;
  readonly dependents: readonly string[];
  readonly folder: string;
}

const PACKAGES: readonly PackagedBuilds[] = [
  {
    name: "@openzeppelin/upgrades-core",
    dependents: ["@openzeppelin/hardhat-upgrades"],
    folder: "artifacts",
  },
];

/** The builds of the proxies that the project's installed deployment plugins deploy. */
export function packagedBuilds(projectRoot: string): readonly string[] {
  return PACKAGES.flatMap(({ name, dependents, folder }) => {
    const others = dependents.flatMap((other) => packageFolder(other, projectRoot) ?? []);
    const found = [projectRoot, ...others].map((from) => packageFolder(name, from));
    const first = found.find((each) => each !== undefined);
    return first === undefined ? [] : [path.join(first, folder)];
  });
}

/** Resolved as Node does, without requiring that package.json is exported. */
function packageFolder(name: string, from: string): string | undefined {
  const lookedIn = createRequire(path.join(from, "package.json")).resolve.paths(name) ?? [];
  const folder = lookedIn
    .map((each) => path.join(each, name))
    .find((each) => existsSync(path.join(each, "package.json")));
  // The dependencies are beside the real folder, not beside a link to it.
  return folder === undefined ? undefined : realpathSync(folder);
}
