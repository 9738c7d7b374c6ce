import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HookManager } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";
import { type LocalServices, startLocalServices } from "../../src/local.ts";
import type { Artifact } from "./artifact.ts";
import { deploy } from "./deploy.ts";
import { type DevelopmentChain, startDevelopmentChain } from "./local/development-chain.ts";
import { fixtureProject, type Project } from "./project.ts";

export interface Stage extends AsyncDisposable {
  readonly rpcUrl: string;
  readonly services: LocalServices;
  readonly project: Project;
  readonly node: Connected;
  readonly freshContract: () => Promise<string>;
}

export interface Connected {
  readonly connection: NetworkConnection;
  readonly hooks: HookManager;
}

export async function setStage(): Promise<Stage> {
  const chain = await startDevelopmentChain();
  const services = await startLocalServices({ chain: { rpcUrl: chain.rpcUrl } });
  const project = await fixtureProject("many-contracts");
  const node = await connectTo(chain.rpcUrl);
  return {
    rpcUrl: chain.rpcUrl,
    services,
    project,
    node,
    freshContract: freshContracts(chain, await project.artifact("contracts/Counter.sol", "Counter")),
    [Symbol.asyncDispose]: async () => {
      await node.connection.close();
      await services.close();
      await chain.close();
    },
  };
}

/** @param timeout Request timeout in milliseconds. */
export async function connectTo(rpcUrl: string, timeout?: number): Promise<Connected> {
  const hre = await createHardhatRuntimeEnvironment({
    networks: { faulty: { type: "http", chainType: "l1", url: rpcUrl, ...(timeout && { timeout }) } },
  });
  return { connection: await hre.network.create("faulty"), hooks: hre.hooks };
}

/** Deploys one at a time, because each transaction takes the account's next nonce. */
function freshContracts(chain: DevelopmentChain, artifact: Artifact): () => Promise<string> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const deployed = last.then(() => deploy(chain, artifact));
    last = deployed.catch(() => {});
    return deployed.then(({ address }) => address);
  };
}
