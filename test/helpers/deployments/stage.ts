import { cp } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CliOptions } from "../cli.ts";
import { type Project, uncompiledProject } from "../project.ts";
import { replayDeployments } from "../replay-deployments.ts";
import { type PrivateWorld, privateWorld, type World } from "../world.ts";
import { caseFolder, type DeploymentCase } from "./fixtures.ts";

const SOURCES = fileURLToPath(new URL("../../build-fixtures/sources/", import.meta.url));

/** Facts recorded from the chain, not written by a tool. */
const OF_CHAIN = new Set(["facts.json", "transactions.json"]);

async function deploymentProject(name: DeploymentCase): Promise<Project> {
  const project = await uncompiledProject("deployments");
  await cp(caseFolder(name), project.root, {
    recursive: true,
    filter: (path) => !OF_CHAIN.has(basename(path)),
  });
  if (name.startsWith("foundry")) {
    // The case's artifacts don't contain the sources.
    await cp(join(SOURCES, "contracts"), join(project.root, "contracts"), { recursive: true });
    await cp(join(SOURCES, "access"), join(project.root, "lib", "access"), { recursive: true });
  }
  return project;
}

/** A tool's deployment on a new chain, and the project that it was deployed from. Nothing is verified yet. */
export interface Stage extends AsyncDisposable {
  readonly world: PrivateWorld;
  readonly project: Project;
}

/** Compiles hardhat-deploy's own proxies. */
export const COMPILER_OF_PROXIES = {
  path: fileURLToPath(import.meta.resolve("solc-0.8.10/soljson.js")),
  version: "0.8.10",
};

export async function stageOf(name: DeploymentCase): Promise<Stage> {
  const world = await privateWorld(undefined, { compilers: [COMPILER_OF_PROXIES] });
  await replayDeployments(world.chain, name);
  const project = await deploymentProject(name);
  return { world, project, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** The address of each submission that started a job since the last reset, in order. */
export function acceptedAddresses({ verification }: World): readonly string[] {
  return verification.accepted.map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
}

/** CLI options for a run that finishes its contracts in order. */
export function inOrder({ world }: Stage): CliOptions {
  return { world, config: { ...world.config, concurrency: 1 } };
}
