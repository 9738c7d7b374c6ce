import type { Deployed } from "./deploy.ts";
import { writeHardhatDeploy } from "./deployments/hardhat-deploy.ts";
import { fixtureProject, type Project } from "./project.ts";
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

type DeployAll = (project: Project, chain: PrivateWorld["chain"]) => Promise<Record<string, Deployed>>;

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
