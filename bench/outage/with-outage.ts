import { writeFile } from "node:fs/promises";
import path from "node:path";
import { benchProject } from "../support/bench-project.ts";
import { BATCH, succeed } from "../support/commands.ts";
import { deployEach } from "../support/deploy.ts";
import { FUNCTIONS_OF_A_SMALL_ONE, generateContracts } from "../support/generate-contracts.ts";
import { CHAIN_ID, type Measured, measure, startNode } from "../support/hardhat.ts";

/** The URLs that a project uses. */
export interface Hosts {
  readonly nodeUrl: string;
  readonly verificationUrl: string;
  /** URL of a query service. If set, contracts are identified by their ids in that service. */
  readonly queryUrl?: string;
}

/** A project deployed several times. Each call verifies the first `contracts` deployments with one command. */
export interface Outage {
  /** URL of the node with the deployments. */
  readonly nodeUrl: string;
  /** @param options Command-line options. */
  readonly run: (contracts: number, hosts: Hosts, options: readonly string[]) => Promise<Measured>;
}

/** Compiles contracts, deploys each once, and passes them to a callback that verifies them. */
export async function withOutage<Result>(
  contracts: number,
  use: (outage: Outage) => Promise<Result>,
): Promise<Result> {
  await using project = await benchProject("outage", generateContracts(contracts, FUNCTIONS_OF_A_SMALL_ONE));
  await using node = await startNode(project.path);
  await project.configure(node.url, node.url);
  await succeed(project.path, ["build", "--no-tests"]);
  const deployed = await deployEach(node.url, project.path, contracts);
  const manifest = path.join(project.path, "deployments.json");
  return await use({
    nodeUrl: node.url,
    run: async (count, { nodeUrl, verificationUrl, queryUrl }, options) => {
      await project.configure(nodeUrl, verificationUrl, queryUrl);
      const named = deployed
        .slice(0, count)
        .map(({ address }, index) => ({ address: queryUrl === undefined ? address : `0.0.${1001 + index}` }));
      const content = { schema: "verify-contract-deployments/1", chainId: CHAIN_ID, contracts: named };
      await writeFile(manifest, JSON.stringify(content));
      return await measure(project.path, [...BATCH, manifest, ...options]);
    },
  });
}
