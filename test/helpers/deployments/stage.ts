import { createRequire } from "node:module";

import type { CliOptions } from "../cli.ts";
import type { DeploymentCase } from "../deployment-cases.ts";
import { deploymentProject } from "../deployment-project.ts";
import type { Project } from "../project.ts";
import { replayDeployments } from "../replay-deployments.ts";
import { type PrivateWorld, privateWorld, type World } from "../world.ts";

/** What a tool deployed, on a chain of its own, and the project that it did that from. Nothing is verified yet. */
export interface Stage extends AsyncDisposable {
  readonly world: PrivateWorld;
  readonly project: Project;
}

const require = createRequire(import.meta.url);

/** That of hardhat-deploy's own proxies, beside the one of the projects. */
const PROXY_COMPILER = {
  path: require.resolve("solc-0.8.10/soljson.js"),
  version: "0.8.10",
};

export async function stageOf(name: DeploymentCase): Promise<Stage> {
  const world = await privateWorld(undefined, { compilers: [PROXY_COMPILER] });
  await replayDeployments(world.chain, name);
  const project = await deploymentProject(name);
  return { world, project, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** The address of each submission that started a job since the last reset, in their order. */
export function acceptedAddresses({ verification }: World): readonly string[] {
  return verification.accepted.map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
}

/** Options of the command line for a run that ends with its contracts in the order in which it has them. */
export function inOrder({ world }: Stage): CliOptions {
  return { world, config: { ...world.config, concurrency: 1 } };
}
