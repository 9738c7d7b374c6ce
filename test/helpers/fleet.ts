import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { type Deployed, deploy } from "./deploy.ts";
import { fixtureProject, type Project } from "./project.ts";
import { type PrivateWorld, privateWorld } from "./world.ts";

export const ALPHA = 424242;
export const BETA = 424243;

/** Two real chains, each with services of its own, and a project that deployed the same contracts to both. */
export interface FleetStage extends AsyncDisposable {
  readonly alpha: PrivateWorld;
  readonly beta: PrivateWorld;
  readonly project: Project;
  /** At the same address on both chains. */
  readonly counter: Deployed;
  readonly factory: Deployed;
  /** `verifyContract` of the configuration. */
  readonly config: Readonly<Record<string, unknown>>;
  /** `networks` of a Hardhat configuration. */
  readonly networks: Readonly<Record<string, object>>;
  /** Writes a record of hardhat-deploy. */
  readonly record: (network: string, name: string, deployed: Deployed) => Promise<void>;
}

export async function fleetStage(): Promise<FleetStage> {
  const alpha = await privateWorld(undefined, {}, { chainId: ALPHA });
  const beta = await privateWorld(undefined, {}, { chainId: BETA });
  const project = await (await fixtureProject("many-contracts")).copy();
  const record: FleetStage["record"] = (network, name, { address, transactionHash }) =>
    writeFile(
      path.join(project.root, "deployments", network, `${name}.json`),
      JSON.stringify({ address, abi: [], transactionHash }),
    );
  const deployed: Deployed[] = [];
  for (const [network, { chain }, chainId] of [
    ["alpha", alpha, ALPHA],
    ["beta", beta, BETA],
  ] as const) {
    await mkdir(path.join(project.root, "deployments", network), { recursive: true });
    await writeFile(path.join(project.root, "deployments", network, ".chainId"), String(chainId));
    for (const [name, account] of [
      ["Counter", 1],
      ["Factory", 2],
    ] as const) {
      const artifact = await project.artifact(`contracts/${name}.sol`, name);
      const each = await deploy(chain, artifact, { account });
      deployed.push(each);
      await record(network, name, each);
    }
  }
  const [counter, factory] = deployed;
  if (counter === undefined || factory === undefined) throw new Error("Nothing was deployed.");
  const { verification: _, query: __, ...common } = alpha.config;
  const http = { type: "http", chainType: "l1" };
  return {
    alpha,
    beta,
    project,
    counter,
    factory,
    // One at a time on each chain, so that the lines of a chain come in their order.
    config: {
      ...common,
      // What was deployed is there, and what is not is not waited for.
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
    record,
    [Symbol.asyncDispose]: async () => {
      await alpha[Symbol.asyncDispose]();
      await beta[Symbol.asyncDispose]();
    },
  };
}
