import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { LocalServices } from "../../src/local.ts";
import { benchStage } from "../support/bench-stage.ts";
import { BATCH, succeed, VERIFY } from "../support/commands.ts";
import { type Cost, costOf } from "../support/cost.ts";
import { type Deployed, deployEach } from "../support/deploy.ts";
import { rounded } from "../support/figures.ts";
import { FUNCTIONS_OF_A_SMALL_ONE, generateContracts } from "../support/generate-contracts.ts";
import { CHAIN_ID } from "../support/hardhat.ts";

export interface BatchCost extends Cost {
  /** Processor time of the local services during the run, nearly all of it spent compiling and comparing. */
  readonly serviceCpuSeconds: number;
}

/** A project whose contracts were compiled in one build. Each call deploys them again. */
export interface Batch {
  /** Verifies all contracts with one command, which only gets their addresses, in a manifest. */
  readonly ours: () => Promise<BatchCost>;
  /**
   * Verifies the first contracts one after the other, with a command each. The command also gets the contract's name
   * and its creation transaction.
   */
  readonly peer: (runs: number) => Promise<BatchCost>;
}

/** Enough for each worker of the service to load its compiler. */
const WARM_UP = 4;

/** Compiles contracts in one build and passes them to a callback that verifies deployments. */
export async function withBatch<Result>(
  contracts: number,
  use: (batch: Batch) => Promise<Result>,
): Promise<Result> {
  await using stage = await benchStage("batch", generateContracts(contracts, FUNCTIONS_OF_A_SMALL_ONE));
  const { project, nodeUrl, services } = stage;
  console.log(`\nCompiling ${contracts} contracts in one build`);
  await succeed(project.path, ["build", "--no-tests"]);
  const manifest = path.join(project.path, "deployments.json");

  const ours = async (count: number): Promise<BatchCost> => {
    const deployed = await deployEach(nodeUrl, project.path, count);
    await writeFile(manifest, manifestOf(deployed));
    const cost = await costWith(async () => costOf(await succeed(project.path, [...BATCH, manifest])));
    await allVerified(services, deployed);
    return cost;
  };
  await ours(Math.min(contracts, WARM_UP));
  return await use({
    ours: () => ours(contracts),
    peer: async (runs) => {
      const deployed = await deployEach(nodeUrl, project.path, runs);
      const cost = await costWith(() => oneByOne(project.path, deployed));
      await allVerified(services, deployed);
      return cost;
    },
  });
}

async function oneByOne(project: string, deployed: readonly Deployed[]): Promise<Cost> {
  const costs: Cost[] = [];
  for (const [index, { address, transactionHash }] of deployed.entries()) {
    const name = `contracts/Item${index}.sol:Item${index}`;
    const help = ["--contract", name, "--creation-tx-hash", transactionHash];
    costs.push(costOf(await succeed(project, [...VERIFY.peer, ...help, address])));
  }
  return {
    seconds: rounded(costs.reduce((sum, { seconds }) => sum + seconds, 0)),
    cpuSeconds: rounded(costs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)),
    peakMb: Math.max(...costs.map(({ peakMb }) => peakMb)),
  };
}

/** The services run in this process, which is otherwise idle while it waits for a command. */
async function costWith(run: () => Promise<Cost>): Promise<BatchCost> {
  const before = process.cpuUsage();
  const cost = await run();
  const { user, system } = process.cpuUsage(before);
  return { ...cost, serviceCpuSeconds: rounded((user + system) / 1e6) };
}

function manifestOf(deployed: readonly Deployed[]): string {
  const contracts = deployed.map(({ address }) => ({ address }));
  return JSON.stringify({ schema: "verify-contract-deployments/1", chainId: CHAIN_ID, contracts });
}

/** Throws unless all contracts were verified, because otherwise the figures are meaningless. */
async function allVerified({ verification }: LocalServices, deployed: readonly Deployed[]): Promise<void> {
  for (const { address } of deployed) {
    const response = await fetch(`${verification.url}/v2/contract/${CHAIN_ID}/${address}`);
    const { creationMatch, runtimeMatch } = (await response.json()) as Record<string, unknown>;
    if (creationMatch !== "exact_match" || runtimeMatch !== "exact_match")
      throw new Error(`${address} is not verified: creation ${creationMatch}, runtime ${runtimeMatch}`);
  }
}
