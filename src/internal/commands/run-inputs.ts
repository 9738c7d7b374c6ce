import path from "node:path";

import type { BuildSource } from "../builds/build-source.ts";
import { placesOf } from "../deployments/locate.ts";
import type { Deployment } from "../deployments/model.ts";
import type { Host } from "./host.ts";

/** The options and arguments of a command that name files to read; undefined and empty ones are left out. */
export type NamedInputs = readonly (string | undefined)[];

/** Absolute paths of the files that a run may read: the project's own places, and those that the command line names. */
export async function runInputs(host: Host, named: NamedInputs): Promise<readonly string[]> {
  const { ignition, hardhatDeploy, foundry } = placesOf(await host.projectPaths());
  return [...host.inputs, ignition, hardhatDeploy, foundry, host.cacheFolder, ...namedInputs(named)];
}

/** Of a command that reads nothing of the project. */
export function namedInputs(named: NamedInputs): readonly string[] {
  return named.flatMap((place) => (place === undefined || place === "" ? [] : path.resolve(place)));
}

/** What deployments turn out to read: their records, and the builds that these name. */
export function deploymentInputs(deployments: readonly Deployment[]): readonly string[] {
  return deployments.flatMap(({ location, contracts }) => [
    location,
    ...contracts.flatMap(({ file, buildSource }) => [file, ...filesOf(buildSource)]),
  ]);
}

function filesOf(source: BuildSource): readonly string[] {
  return source.kind === "standard-json-input" ? [source.file] : source.locations;
}
