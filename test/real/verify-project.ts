import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { DevelopmentChainOptions } from "../helpers/local/development-chain.ts";
import { type PrivateWorld, privateWorld, type World } from "../helpers/world.ts";
import { buildProject } from "./build.ts";
import { longVersionOf } from "./compilers.ts";
import { type DeployedContract, Deployer } from "./deploy.ts";
import { alarmsOf, judge } from "./judge.ts";
import type { RealProject, Workspace } from "./project.ts";
import { type BuiltContract, readBuild } from "./read-build.ts";
import { redeploy } from "./redeploy.ts";
import { Tally } from "./tally.ts";
import { verifyWithItsHost } from "./verify-with.ts";

const MANIFEST = "deployments.json";
/** Seconds for a run, which is a hundred contracts and more on a busy machine. */
const RUN_TIMEOUT = 3_000;
/** Milliseconds for one compilation: a busy machine must not look like a contract that can't be compiled. */
const COMPILE_LIMIT_MS = 900_000;

/** Builds a project, deploys what it picks, verifies all of it in one run, and counts what came of it. */
export async function verifyProject(project: RealProject): Promise<Tally> {
  const tally = new Tally();
  const workspace = await buildProject(project);
  if (project.builder === "records") {
    for (const network of project.networks ?? []) await verifyRecords(workspace, network, tally);
    return tally;
  }
  const built = readBuild(workspace);
  const picked = built.filter(({ file }) => project.builder === "packaged" || workspace.picked.has(file));
  await using world = await worldOf(workspace, { allowUnlimitedContractSize: true });
  const [account] = (await world.chain.request("eth_accounts")) as readonly [string];
  const deployer = new Deployer(world.chain, built, account);
  for (const contract of picked) await deployer.deploy(contract);
  const { deployed } = deployer;

  const manifest = join(workspace.root, MANIFEST);
  writeFileSync(manifest, manifestOf(deployed.map(({ address }) => address)));
  await verifyAndCount(workspace, [manifest, ...optionsOf(project)], world, deployed, built, tally);
  return tally;
}

/** Deploys what a network's records name, to a chain of the same id, and verifies it in one run by the records. */
async function verifyRecords(workspace: Workspace, network: string, tally: Tally): Promise<void> {
  const folder = join(workspace.root, "deployments", network);
  const chainId = Number(readFileSync(join(folder, ".chainId"), "utf8"));
  await using world = await worldOf(workspace, { chainId });
  const deployed = await redeploy(folder, world.chain);
  const built = deployed.map((each) => each.built);
  await verifyAndCount(workspace, [folder], world, deployed, built, tally);
}

function worldOf({ compilers }: Workspace, chain: DevelopmentChainOptions): Promise<PrivateWorld> {
  const placed = compilers.map(({ version, soljson }) => ({
    path: soljson,
    version: longVersionOf(version),
  }));
  return privateWorld(undefined, { compilers: placed, compileTimeLimitMs: COMPILE_LIMIT_MS }, chain);
}

async function verifyAndCount(
  workspace: Workspace,
  words: readonly string[],
  world: World,
  deployed: readonly DeployedContract[],
  built: readonly BuiltContract[],
  tally: Tally,
): Promise<void> {
  const config = { ...world.config, timeout: RUN_TIMEOUT };
  const report = await verifyWithItsHost(workspace, words, world, config);
  if (report.error !== undefined)
    throw new Error(`The run ended with ${report.error.code}: ${report.error.message}`);
  const all = new Map(built.map((contract) => [contract.identifier, contract]));
  for (const each of deployed) {
    const found = report.contracts.find(({ target }) => target.address?.toLowerCase() === each.address);
    tally.add(
      `${workspace.project.name} ${each.built.identifier}`,
      judge(each, found, all),
      found ? alarmsOf(found) : [],
    );
  }
}

/** Libraries without functions of their own are all the same code where no hash of the metadata follows it. */
function optionsOf({ settings }: RealProject): readonly string[] {
  return settings.metadata?.bytecodeHash === "none" ? ["--pick-identical"] : [];
}

function manifestOf(addresses: readonly string[]): string {
  const contracts = addresses.map((address) => ({ address }));
  return JSON.stringify({ schema: "verify-contract-deployments/1", chainId: 31337, contracts }, null, 2);
}
