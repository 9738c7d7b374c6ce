import type { CliRun } from "./cli.ts";
import { type Deployed, deploy } from "./deploy.ts";
import { writeHardhatDeploy } from "./deployments/hardhat-deploy.ts";
import { fixtureProject, type Project } from "./project.ts";
import { screenOf } from "./screen.ts";
import { type PrivateWorld, privateWorld } from "./world.ts";

export const ALPHA = 424242;
export const BETA = 424243;

export interface Fleet extends AsyncDisposable {
  readonly alpha: PrivateWorld;
  readonly beta: PrivateWorld;
  readonly project: Project;
  /** Contracts by name, at the same addresses on both chains. */
  readonly deployed: Readonly<Record<string, Deployed>>;
  readonly config: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<"alpha" | "beta", Readonly<Record<string, unknown>>>>;
}

export interface FleetStage extends Fleet {
  readonly counter: Deployed;
  readonly factory: Deployed;
}

type DeployAll = (project: Project, chain: PrivateWorld["chain"]) => Promise<Record<string, Deployed>>;

export async function fleetStage(): Promise<FleetStage> {
  const fleet = await fleetOf("many-contracts", async (project, chain) => ({
    Counter: await deploy(chain, await project.artifact("contracts/Counter.sol", "Counter"), { account: 1 }),
    Factory: await deploy(chain, await project.artifact("contracts/Factory.sol", "Factory"), { account: 2 }),
  }));
  const { Counter: counter, Factory: factory } = fleet.deployed;
  if (counter === undefined || factory === undefined) throw new Error("Nothing was deployed.");
  return { ...fleet, counter, factory };
}

export async function fleetOf(fixture: string, deployAll: DeployAll): Promise<Fleet> {
  const alpha = await privateWorld(undefined, {}, { chainId: ALPHA });
  const beta = await privateWorld(undefined, {}, { chainId: BETA });
  const project = await (await fixtureProject(fixture)).copy();
  let deployed: Record<string, Deployed> = {};
  for (const [network, { chain }, chainId] of [
    ["alpha", alpha, ALPHA],
    ["beta", beta, BETA],
  ] as const) {
    deployed = await deployAll(project, chain);
    await writeHardhatDeploy(project, network, chainId, deployed);
  }
  const { verification: _, query: __, ...common } = alpha.config;
  const http = { type: "http", chainType: "l1" };
  return {
    alpha,
    beta,
    project,
    deployed,
    // Contracts run one at a time per chain, so a chain's lines appear in order.
    config: {
      ...common,
      // All contracts are already deployed, so there is nothing to wait for.
      retry: { ...(common.retry as object), appearAttempts: 1 },
      concurrency: 1,
      chains: {
        [ALPHA]: { verification: alpha.config.verification, query: alpha.config.query },
        [BETA]: { verification: beta.config.verification, query: beta.config.query },
      },
    },
    networks: {
      alpha: { ...http, url: alpha.chain.rpcUrl, chainId: ALPHA },
      beta: { ...http, url: beta.chain.rpcUrl, chainId: BETA },
    },
    [Symbol.asyncDispose]: async () => {
      await alpha[Symbol.asyncDispose]();
      await beta[Symbol.asyncDispose]();
    },
  };
}

/** Sorts the lines of a screen, because chains finish concurrently and their lines appear in any order. */
export function fleetScreen(ran: CliRun, { project, alpha, beta }: Fleet): string {
  const text = screenOf(ran, project, alpha)
    .replaceAll(beta.verification.url, "http://127.0.0.1:5565")
    .replaceAll(beta.query.url, "http://127.0.0.1:5561")
    // A contract that needs no request has no time if the machine is quick.
    .replace(/ +\d+(\.\d+)? m?s$/gm, "")
    // The fee, and therefore the hash, depends on the chain's block count.
    .replace(/(transaction\s+)0x\w{64}/g, `$10x${"7".repeat(64)}`);
  const lines = text.split("\n");
  const ended = lines.filter((line) => /^. \[\d\/\d\]/.test(line)).map((line) => line.replace(/\[\d/, "[n"));
  const [first = "", ...others] = lines.filter((line) => !/^. \[\d\/\d\]/.test(line));
  return [first, ...ended.sort(), ...others].join("\n");
}
