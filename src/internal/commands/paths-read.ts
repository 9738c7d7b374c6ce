import path from "node:path";

import type { BuildSource } from "../builds/build-source.ts";
import { placesOf } from "../deployments/locate.ts";
import { LOCK_FILE } from "../deployments/lock/lock-model.ts";
import type { Deployment } from "../deployments/model.ts";
import type { Host } from "./host.ts";

/** The options and arguments of a command that name files to read, or to write beside reports; undefined and empty ones are left out. */
export type NamedPaths = readonly (string | undefined)[];

/** Absolute paths of the files that a run may read or write: the project's own places, and those that the command line names. */
export async function pathsOfRun(host: Host, named: NamedPaths): Promise<readonly string[]> {
  const project = await host.projectPaths();
  const places = [...placesOf(project), path.join(project.root, LOCK_FILE)];
  return [...host.ownPaths, ...places, host.cacheFolder, ...namedPaths(named)];
}

/** Of a command that reads nothing of the project. */
export function namedPaths(named: NamedPaths): readonly string[] {
  return named.flatMap((place) => (place === undefined || place === "" ? [] : path.resolve(place)));
}

/** What deployments turn out to read: their records, and the builds that these name. */
export function pathsOfDeployments(deployments: readonly Deployment[]): readonly string[] {
  return deployments.flatMap(({ location, contracts }) => [
    location,
    ...contracts.flatMap(({ file, buildSource }) => [file, ...filesOf(buildSource)]),
  ]);
}

function filesOf(source: BuildSource): readonly string[] {
  return source.kind === "standard-json-input" ? [source.file] : source.locations;
}
