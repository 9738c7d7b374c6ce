import { cp, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { COMPILER_VERSION } from "../helpers/compile.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import type { World } from "../helpers/world.ts";

/** A contract of the batch. */
export interface BatchContract {
  /** Checksummed. */
  readonly address: string;
  /** What both sides have in the end. A service takes a submission for a contract with a `match` again and again. */
  readonly match: "exact_match" | "match";
}

const EXACT = [
  ["contracts/Counter.sol", "Counter"],
  ["contracts/Tally.sol", "Tally"],
  ["contracts/Dog.sol", "Dog"],
  ["contracts/Factory.sol", "Factory"],
  ["contracts/Factory.sol", "Child"],
  ["contracts/first/Registry.sol", "Registry"],
  ["contracts/second/Registry.sol", "Registry"],
  ["contracts/Unreleased.sol", "Unreleased"],
  ["contracts/Counter.sol", "Counter"],
  ["contracts/Factory.sol", "Factory"],
] as const;

/** In the order of the batch they are not the last: what goes wrong with them has to be seen by those that follow. */
const WEAK_AT = 4;
const TREATS = "0x0000000000000000000000000000000000000002";
const WEAK_BUILDS = "no-metadata-hash";

/** The project of all rounds: two builds, and a manifest that names what was deployed. */
export async function batchProject(): Promise<Project> {
  const project = await (await fixtureProject("many-contracts")).copy();
  const weak = await fixtureProject("no-metadata-hash");
  await cp(path.join(weak.root, "artifacts"), path.join(project.root, WEAK_BUILDS), { recursive: true });
  const { buildInfoId } = JSON.parse(await weak.read("artifacts/contracts/Counter.sol/Counter.json"));
  const { input } = JSON.parse(await weak.read(`artifacts/build-info/${buildInfoId}.json`));
  await writeFile(path.join(project.root, "input.json"), JSON.stringify(input));
  return project;
}

/** Where the plugin keeps its journal in a project. */
export function journalFolder({ root }: Project): string {
  return path.join(root, "cache", "verify-contract");
}

/** Deploys the batch, writes its manifest, and forgets what earlier runs wrote down. */
export async function prepareBatch(project: Project, { chain }: World): Promise<readonly BatchContract[]> {
  await rm(journalFolder(project), { recursive: true, force: true });
  const exact = [];
  for (const [file, name] of EXACT) {
    const args = name === "Dog" ? [TREATS] : [];
    const { address } = await deploy(chain, await project.artifact(file, name), { args });
    exact.push({ address, contract: `${file}:${name}` });
  }
  const counter = (await fixtureProject("no-metadata-hash")).artifact("contracts/Counter.sol", "Counter");
  const weak = [];
  for (const build of [
    { contract: "Counter", buildInfo: WEAK_BUILDS },
    // Its code is known to nobody but the service, so that a stored match alone does not end the work.
    {
      contract: "project/contracts/Counter.sol:Counter",
      stdJsonInput: "input.json",
      compilerVersion: COMPILER_VERSION,
    },
    { contract: "Counter", buildInfo: WEAK_BUILDS },
  ]) {
    const { address } = await deploy(chain, await counter);
    weak.push({ address, ...build });
  }
  const contracts = [...exact.slice(0, WEAK_AT), ...weak, ...exact.slice(WEAK_AT)];
  const manifest = { schema: "verify-contract-deployments/1", chainId: 31337, contracts };
  await writeFile(path.join(project.root, "batch.json"), JSON.stringify(manifest));
  return contracts.map(({ address, ...build }) => ({
    address,
    match: "buildInfo" in build || "stdJsonInput" in build ? "match" : "exact_match",
  }));
}

export const RUN_BATCH: readonly string[] = ["verify-contract", "deployments", "batch.json", "--json"];
