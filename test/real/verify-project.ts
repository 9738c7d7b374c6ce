import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../src/report.ts";
import { verifyJson, withoutSurroundings } from "../helpers/cli.ts";
import type { DevelopmentChainOptions } from "../helpers/local/development-chain.ts";
import { plainJson } from "../helpers/plain-cli.ts";
import { Project } from "../helpers/project.ts";
import { reportOfRun } from "../helpers/report-schema.ts";
import { startNode } from "../helpers/running-process.ts";
import { type PrivateWorld, privateWorld, type World } from "../helpers/world.ts";
import { buildProject, cliOfHardhat2, HARDHAT2_CONFIG } from "./build.ts";
import { type DeployedContract, Deployer, redeploy } from "./deploy.ts";
import { alarmsOf, judge, Tally } from "./judge.ts";
import { installProjectPackages, longVersionOf, type RealProject, type Workspace } from "./project.ts";
import { type BuiltContract, readBuild } from "./read-build.ts";

const VERIFYING_CONFIG = "hardhat2.verifying.config.cjs";
const CLI_CONFIG = "verify-contract.config.json";

async function verifyWithItsHost(
  { root, project }: Workspace,
  words: readonly string[],
  world: World,
  config: Readonly<Record<string, unknown>>,
): Promise<Report> {
  switch (project.builder) {
    case "hardhat3":
    case "packaged":
    case "records":
      return (await verifyJson(new Project(root), ["deployments", ...words], { world, config })).report;
    case "hardhat2":
      return verifyWithHardhat2(root, words, world, config);
    case "forge": {
      writeFileSync(join(root, CLI_CONFIG), JSON.stringify(config));
      const node = ["--rpc-url", world.chain.rpcUrl];
      return (await plainJson(root, ["deployments", ...words, ...node])).report;
    }
  }
}

async function verifyWithHardhat2(
  root: string,
  words: readonly string[],
  { chain }: World,
  config: Readonly<Record<string, unknown>>,
): Promise<Report> {
  writeFileSync(join(root, VERIFYING_CONFIG), verifyingConfig(chain.rpcUrl, config));
  const cli = cliOfHardhat2(await installProjectPackages("tools"));
  const task = ["--config", VERIFYING_CONFIG, "--network", "testnet", "verify-contract:deployments"];
  const env = { ...withoutSurroundings(process.env), HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" };
  return reportOfRun(await startNode([cli, ...task, ...words, "--json"], root, env).ended);
}

/** The build's configuration with the tasks and the network. */
function verifyingConfig(url: string, config: Readonly<Record<string, unknown>>): string {
  return `require("hardhat-verify-contract/hardhat2");

module.exports = {
  ...require("./${HARDHAT2_CONFIG}"),
  networks: { testnet: { url: ${JSON.stringify(url)} } },
  verifyContract: ${JSON.stringify(config)},
};
`;
}

const MANIFEST = "deployments.json";
/** Seconds. A run has a hundred contracts or more. */
const RUN_TIMEOUT = 3_000;
/** Generous: a busy machine must not look like a compiler error. */
const COMPILE_LIMIT_MS = 900_000;

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

/** Repeats a network's deployments on a chain with the same ID, and verifies them by the records. */
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

/** Libraries with only internal functions have equal code unless a metadata hash follows. */
function optionsOf({ settings }: RealProject): readonly string[] {
  return settings.metadata?.bytecodeHash === "none" ? ["--pick-identical"] : [];
}

function manifestOf(addresses: readonly string[]): string {
  const contracts = addresses.map((address) => ({ address }));
  return JSON.stringify({ schema: "verify-contract-deployments/1", chainId: 31337, contracts }, null, 2);
}
