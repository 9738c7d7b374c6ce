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

/** A real chain and a set of real local services; proxies show what is asked. */
export interface World {
  readonly chain: DevelopmentChain;
  readonly services: LocalServices;
  readonly verification: RecordingProxy;
  readonly query: RecordingProxy;
  /** `verifyContract` of the Hardhat configuration, with short waits. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Forgets what was asked, and gives the services' own answers again. */
  reset(): void;
}

/** A world that goes away with its scope. */
export interface PrivateWorld extends World, AsyncDisposable {}

let started: Promise<PrivateWorld> | undefined;

/** One for all tests of the command line. Started when it is first asked for, and shared. */
export function theWorld(): Promise<World> {
  started ??= privateWorld();
  return started;
}

/**
 * One for a test that needs a chain on which nothing has happened yet.
 *
 * @param nodeBefore Where the services ask the chain, in place of its own URL.
 * @param options Of the local services, beside their chain.
 * @param chainOptions Of the chain itself.
 */
export async function privateWorld(
  nodeBefore: (rpcUrl: string) => Promise<string> = (rpcUrl) => Promise.resolve(rpcUrl),
  options: Omit<LocalServicesOptions, "chain"> = {},
  chainOptions: DevelopmentChainOptions = {},
): Promise<PrivateWorld> {
  return worldOn(await startDevelopmentChain(chainOptions), nodeBefore, options);
}

/** The same on a chain that is there already; it is closed with the world. */
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

// In a worker of a parallel run, the end of one file is not that of the others: there the world ends with the process.
if (process.env.MOCHA_WORKER_ID === undefined)
  after(async () => {
    if (started !== undefined) await (await started)[Symbol.asyncDispose]();
  });
