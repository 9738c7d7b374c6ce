import { access } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { advice, INSTALL, startNode } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { startRefusingNode } from "../services/rpc/start-refusing-node.ts";
import type { LocalCompiler } from "../solidity/compilers/find-compilers.ts";
import { KnownHead, readChain } from "./chain/chain.ts";
import { ContractIndex } from "./chain/contract-index.ts";
import { Explorer } from "./explorer/service.ts";
import { type Listener, type LocalService, listen, readOrigins } from "./http/listen.ts";
import type { LocalServices, LocalServicesOptions } from "./options.ts";
import { queryService } from "./query/service.ts";
import { statusService } from "./status/service.ts";
import { JudgePool } from "./verification/judge-pool.ts";
import { verificationService } from "./verification/service.ts";
import { Verifier } from "./verification/verifier.ts";

/**
 * Starts local verification, query and status services for a development chain. They listen only on 127.0.0.1
 * and keep everything in memory.
 *
 * The verification service compiles submissions and compares them with the chain, using the public service's
 * library. The query service reads from the chain. The status service reports no problems until a test sets
 * one. On the verification service's port, an explorer with Etherscan's API accepts sources and compares them
 * the same way. It shows only contracts that were submitted to it.
 *
 * @returns The running services. Close them with `close()`, or declare them with `await using`.
 * @throws VerifyContractError VC106 for an invalid allowed origin, VC901 if an optional peer dependency is not
 * installed, VC902 if a port is in use, VC904 if the chain doesn't answer.
 *
 * @example
 * import { startLocalServices } from "hardhat-verify-contract/local";
 *
 * await using services = await startLocalServices({ chain: { rpcUrl: "http://127.0.0.1:8545" } });
 * const answer = await fetch(`${services.query.url}/api/v1/contracts/0.0.1001`);
 */
export async function startLocalServices(options: LocalServicesOptions): Promise<LocalServices> {
  const { rpcUrl } = options.chain;
  const allowedOrigins = readOrigins(options.allowedOrigins ?? []);
  const compilers = await compilersWithPeers(options.compilers ?? []);
  const { chain, chainId } = await reach(rpcUrl);
  const pool = new JudgePool({
    workers: options.workers ?? Math.min(2, availableParallelism()),
    timeLimitMs: options.compileTimeLimitMs,
  });
  const index = new ContractIndex(chain);
  const head = new KnownHead(chain);
  const parts = { chainId, rpcUrl, chain, head, index, pool, compilers };
  const verifier = new Verifier(parts);
  const explorer = new Explorer(verifier, parts);
  const chainService = withChainCheck(verificationService(verifier, explorer), async () => {
    const forgotten = (await head.isGone()) ? verifier.contracts.forget() + explorer.forget() : 0;
    if (forgotten > 0) options.onForgotten?.(forgotten);
  });
  const statusPage = statusService();

  const listeners: Listener[] = [];
  const close = async (): Promise<void> => {
    await Promise.all([pool.close(), ...listeners.map((listener) => listener.close())]);
  };
  try {
    const { verification = 0, query = 0, status = 0 } = options.ports ?? {};
    const start = async (service: LocalService, port: number): Promise<Listener> => {
      const listener = await listen(service, port, allowedOrigins);
      listeners.push(listener);
      return listener;
    };
    const verificationListener = await start(chainService, verification);
    const queryListener = await start(queryService(chain, index), query);
    const statusListener = await start(statusPage, status);
    return {
      chainId,
      compilers,
      verification: { url: verificationListener.url },
      query: { url: queryListener.url },
      explorer: { url: `${verificationListener.url}/api` },
      status: { url: statusListener.url, set: statusPage.set },
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Checks the chain before each request. Concurrent requests share one check. */
function withChainCheck(service: LocalService, checkChain: () => Promise<void>): LocalService {
  let checking: Promise<void> | undefined;
  return {
    ...service,
    handle: async (request) => {
      checking ??= checkChain().finally(() => {
        checking = undefined;
      });
      await checking;
      return service.handle(request);
    },
  };
}

async function reach(rpcUrl: string) {
  try {
    const chain = readChain(rpcUrl);
    return { chain, chainId: await chain.chainId() };
  } catch (cause) {
    throw new VerifyContractError("VC904", {
      // A node URL's path or query often contains a key, and its user information may contain a password.
      facts: [["Node", URL.parse(rpcUrl)?.origin ?? "not a URL"]],
      next: startRefusingNode(cause, undefined) ?? startNode(),
      cause,
    });
  }
}

const JUDGE = "@ethereum-sourcify/lib-sourcify";
const SOLC = "solc";

/** @throws VerifyContractError VC901 if an optional peer dependency is missing. */
async function compilersWithPeers(given: readonly LocalCompiler[]): Promise<readonly LocalCompiler[]> {
  const soljson = resolve(`${SOLC}/soljson.js`);
  const isCompilerMissing = soljson === undefined && given.length === 0;
  const names = [...(resolve(JUDGE) === undefined ? [JUDGE] : []), ...(isCompilerMissing ? [SOLC] : [])];
  if (names.length > 0) throw missingPackages(names);
  await Promise.all(given.map(({ path }) => access(path)));
  return soljson === undefined ? given : [...given, { path: soljson }];
}

function resolve(specifier: string): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve(specifier));
  } catch {
    return undefined;
  }
}

function missingPackages(names: readonly string[]): VerifyContractError {
  return new VerifyContractError("VC901", {
    values: { packages: names.join(" and ") },
    likely: "an optional peer dependency of hardhat-verify-contract is not installed",
    // Includes the version range, so the project keeps its own versions of other packages.
    next: advice([INSTALL, ...names.map((name) => `"${name}@${readVersionRange(name)}"`)].join(" ")),
  });
}

function readVersionRange(name: string): string {
  const manifest = createRequire(import.meta.url)("hardhat-verify-contract/package.json") as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  return manifest.peerDependencies[name] ?? "*";
}
