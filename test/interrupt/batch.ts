import { cp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import type { World } from "../helpers/world.ts";

export interface BatchContract {
  /** Checksummed. */
  readonly address: string;
  /** On both sides in the end. A service accepts submissions for a `match` again and again. */
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

/** Not last in the batch: the contracts after them must notice if something goes wrong. */
const WEAK_AT = 4;
const WEAK = 3;
const TREATS = "0x0000000000000000000000000000000000000002";
const WEAK_BUILDS = "no-metadata-hash";

/** Two builds, and a manifest of the deployed contracts. */
export async function batchProject(): Promise<Project> {
  const project = await (await fixtureProject("many-contracts")).copy();
  const weak = await fixtureProject("no-metadata-hash");
  await cp(path.join(weak.root, "artifacts"), path.join(project.root, WEAK_BUILDS), { recursive: true });
  return project;
}

export function journalFolder({ root }: Project): string {
  return path.join(root, "cache", "verify-contract");
}

/** Deploys the batch, writes its manifest, and deletes the journal. */
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
  for (let count = 0; count < WEAK; count++) {
    const { address } = await deploy(chain, await counter);
    weak.push({ address, contract: "Counter", buildInfo: WEAK_BUILDS });
  }
  const contracts = [...exact.slice(0, WEAK_AT), ...weak, ...exact.slice(WEAK_AT)];
  const manifest = { schema: "verify-contract-deployments/1", chainId: 31337, contracts };
  await writeFile(path.join(project.root, "batch.json"), JSON.stringify(manifest));
  return contracts.map(({ address, ...build }) => ({
    address,
    match: "buildInfo" in build ? "match" : "exact_match",
  }));
}

export const RUN_BATCH: readonly string[] = ["verify-contract", "deployments", "batch.json", "--json"];
