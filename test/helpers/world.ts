import {
  type LocalServices,
  type LocalServicesOptions,
  startLocalServices,
} from "hardhat-verify-contract/local";
import {
  type DevelopmentChain,
  type DevelopmentChainOptions,
  startDevelopmentChain,
} from "./local/development-chain.ts";
import { RecordingProxy } from "./recording-proxy.ts";

export interface World {
  readonly chain: DevelopmentChain;
  readonly services: LocalServices;
  readonly verification: RecordingProxy;
  readonly query: RecordingProxy;
  readonly config: Readonly<Record<string, unknown>>;
  reset(): void;
}

export interface PrivateWorld extends World, AsyncDisposable {}

let started: Promise<PrivateWorld> | undefined;

/** The world that all command line tests share, started on first use. */
export function theWorld(): Promise<World> {
  started ??= privateWorld();
  return started;
}

/** @param nodeBefore URL that the services use in place of the chain's own. */
export async function privateWorld(
  nodeBefore: (rpcUrl: string) => Promise<string> = (rpcUrl) => Promise.resolve(rpcUrl),
  options: Omit<LocalServicesOptions, "chain"> = {},
  chainOptions: DevelopmentChainOptions = {},
): Promise<PrivateWorld> {
  return worldOn(await startDevelopmentChain(chainOptions), nodeBefore, options);
}

/** A private world on an existing chain, which is closed with the world. */
export async function worldOn(
  chain: DevelopmentChain,
  nodeBefore: (rpcUrl: string) => Promise<string> = (rpcUrl) => Promise.resolve(rpcUrl),
  options: Omit<LocalServicesOptions, "chain"> = {},
): Promise<PrivateWorld> {
  const services = await startLocalServices({
    ...options,
    chain: { rpcUrl: await nodeBefore(chain.rpcUrl) },
  });
  const verification = await RecordingProxy.before(services.verification.url);
  const query = await RecordingProxy.before(services.query.url);
  return {
    chain,
    services,
    verification,
    query,
    config: {
      verification: { url: verification.url },
      query: { url: query.url },
      retry: { attempts: 2, minDelayMs: 10, maxDelayMs: 50, pollIntervalMs: 50, maxPollIntervalMs: 100 },
    },
    reset: () => {
      verification.reset();
      query.reset();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([verification.close(), query.close()]);
      await services.close();
      await chain.close();
    },
  };
}

// In a worker of a parallel run, other files may still run, so the world ends with the process.
if (process.env.MOCHA_WORKER_ID === undefined)
  after(async () => {
    if (started !== undefined) await (await started)[Symbol.asyncDispose]();
  });
