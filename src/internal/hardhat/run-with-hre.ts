import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import "../../type-extensions.ts";

import type { Compile } from "../compiler/recompile.ts";
import { DEFAULT_TIMEOUT_S } from "../config/chain-defaults.ts";
import { checkUserConfig } from "../config/check-user-config.ts";
import { type ChainConfig, resolveChainConfig } from "../config/resolve-chain-config.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { emptyContractReport } from "../pipeline/empty-contract-report.ts";
import { makeReport, NO_SERVICES } from "../pipeline/make-report.ts";
import type { Ports } from "../pipeline/ports.ts";
import { explainByStatus } from "../pipeline/stages/explain-by-status.ts";
import { verifyWithImplementation } from "../pipeline/verify-with-implementation.ts";
import type { Report } from "../reports/model.ts";
import type { ProgressEvent } from "../reports/progress.ts";
import { QueryService } from "../services/query/query-service.ts";
import { VerificationService } from "../services/verification/verification-service.ts";
import type { ChainPort } from "../target/chain-port.ts";
import { atMost } from "./at-most.ts";
import { type CheckedRequest, type ProjectPaths, withConfig } from "./check-request.ts";
import { httpOptions } from "./http-options.ts";
import { chainOf } from "./provider-chain.ts";
import { readChainId } from "./read-chain-id.ts";
import { secretReader } from "./read-secret.ts";
import { statusToExplain, statusWithoutNode } from "./status-to-explain.ts";
import type { VerifyContractRequest } from "./verify-request.ts";

const CLOCK: Ports["clock"] = { elapsedMs: () => performance.now(), now: () => new Date() };
/** Of a request that nobody ends. */
const NEVER = new AbortController().signal;

/** Whose request it is, as far as that does not depend on what is asked for. */
type Caller = Pick<VerifyContractRequest, "connection" | "signal" | "onProgress">;

/**
 * Verifies or checks one contract with what a Hardhat runtime has: its configuration, its network, its artifacts.
 * Touches neither the console nor the exit code.
 *
 * @param check Checks the request.
 * @param compile For what is to be compiled here.
 * @throws VerifyContractError for wrong use and broken environments, before anything is sent.
 */
export async function runWithHre(
  request: Caller,
  check: (paths: ProjectPaths) => CheckedRequest,
  hre: HardhatRuntimeEnvironment,
  compile?: Compile,
): Promise<Report> {
  const startedAt = new Date();
  const userConfig = checkUserConfig(hre.config.verifyContract.userConfig);
  const checked = check({ root: hre.config.paths.root, artifacts: hre.config.paths.artifacts });
  const chain = chainOf(request.connection ?? (await hre.network.getOrCreate()));
  const askedAt = performance.now();
  const chainId = await readChainId(
    chain,
    checked.timeoutMs ?? (userConfig.timeout ?? DEFAULT_TIMEOUT_S) * 1000,
    request.signal,
  );
  const askedForMs = performance.now() - askedAt;
  if (typeof chainId !== "number") {
    const { outcome } = chainId;
    const status = await statusWithoutNode(hre, userConfig, chain.networkName);
    const { facts, ...problem } = await explainByStatus(
      { status, clock: CLOCK, signal: request.signal ?? NEVER },
      chainId,
    );
    const contract = emptyContractReport(checked.target, checked.creationTransactionHash);
    return makeReport({
      startedAt,
      finishedAt: new Date(),
      network: null,
      services: { ...NO_SERVICES, status: status?.url ?? null },
      contracts: [{ ...contract, outcome, error: { ...problem, facts: [...facts] } }],
    });
  }
  const config = await resolveChainConfig(userConfig, chainId, secretReader(hre));
  return atMost(config.concurrency, config.verification.url, async () => {
    using deadline = startDeadline(
      Math.max(0, (checked.timeoutMs ?? config.timeoutMs) - askedForMs),
      request.signal,
    );
    const ports = portsOf(chain, chainId, config, deadline.signal, request.onProgress ?? (() => {}), compile);
    const contracts = await verifyWithImplementation(withConfig(checked, config), ports);
    return makeReport({
      startedAt,
      finishedAt: new Date(),
      network: { name: chain.networkName, chainId },
      services: {
        verification: ports.verification.url,
        query: ports.query?.url ?? null,
        status: ports.status?.url ?? null,
      },
      contracts,
    });
  });
}

function portsOf(
  chain: ChainPort,
  chainId: number,
  config: ChainConfig,
  signal: AbortSignal,
  onProgress: (event: ProgressEvent) => void,
  compile: Compile | undefined,
): Ports {
  return {
    chain,
    chainId,
    verification: new VerificationService(httpOptions(config.verification, config, onProgress)),
    browserUrl: config.verification.browserUrl?.replace(/\/+$/, ""),
    query: config.query && new QueryService(httpOptions(config.query, config, onProgress)),
    status: statusToExplain(config.status),
    compile,
    clock: CLOCK,
    polling: config.polling,
    appearAttempts: config.appearAttempts,
    signal,
    onProgress,
  };
}
