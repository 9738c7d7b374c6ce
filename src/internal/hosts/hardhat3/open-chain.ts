import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { ChainPort } from "../../chain/chain-port.ts";
import { DEFAULT_TIMEOUT_S } from "../../commands/config/chain-defaults.ts";
import { type ChainConfig, resolveChainConfig } from "../../commands/config/resolve-chain-config.ts";
import type { ValidUserConfig } from "../../commands/config/user-config-schema.ts";
import { statusOfRun, statusWithoutNode } from "../../commands/status-to-explain.ts";
import type { VerifyContractRequest } from "../../commands/verify-request.ts";
import { advice } from "../../errors/next-step.ts";
import { type Problem, VerifyContractError } from "../../errors/problem.ts";
import { NO_SERVICES } from "../../pipeline/make-report.ts";
import type { Ports } from "../../pipeline/ports.ts";
import { explainByStatus } from "../../pipeline/stages/explain-by-status.ts";
import type { Outcome, Report } from "../../report/model.ts";
import { HostBreakers } from "../../services/http/host-breakers.ts";
import type { NodeListener } from "./http-requests.ts";
import { chainOf } from "./provider-chain.ts";
import { readChainId } from "./read-chain-id.ts";
import { secretReader } from "./read-secret.ts";

export const CLOCK: Ports["clock"] = { elapsedMs: () => performance.now(), now: () => new Date() };
/** Of a request that nobody ends. */
const NEVER = new AbortController().signal;

/** Whose request it is, as far as that does not depend on what is asked for. */
export type Caller = Pick<VerifyContractRequest, "connection" | "signal">;

/** The chain that is asked, and what is configured for it. */
export type OpenChain =
  | {
      readonly kind: "open";
      readonly chain: ChainPort;
      readonly chainId: number;
      readonly config: ChainConfig;
      /** Of everything that the run asks. */
      readonly breakers: HostBreakers;
      /** Asked to explain an outage: once for all contracts that one outage ends. */
      readonly status: Ports["status"];
      /** How long it took the node to say which chain it is. */
      readonly askedForMs: number;
    }
  /** The node does not say which chain it is. */
  | {
      readonly kind: "unknown";
      readonly outcome: Outcome;
      readonly problem: Problem;
      readonly services: Report["services"];
    };

/**
 * Asks the node of the caller's network which chain it is, and looks up what is configured for it.
 *
 * @param timeoutMs Milliseconds that the whole run may take, where the caller says so.
 * @param needsVerification Whether the run can't do without a verification service.
 * @param listener Is told where the node is asked again, or more slowly.
 * @throws VerifyContractError VC109, VC113, VC305
 */
export async function openChain(
  hre: HardhatRuntimeEnvironment,
  userConfig: ValidUserConfig,
  { connection, signal }: Caller,
  timeoutMs: number | undefined,
  needsVerification: boolean,
  listener: NodeListener,
): Promise<OpenChain> {
  const opened = connection ?? (await hre.network.getOrCreate());
  const breakers = new HostBreakers();
  const chain = chainOf(opened, hre.hooks, { ...listener, breakers });
  const askedAt = performance.now();
  const limitMs = timeoutMs ?? (userConfig.timeout ?? DEFAULT_TIMEOUT_S) * 1000;
  const chainId = await readChainId(chain, limitMs, signal);
  const askedForMs = performance.now() - askedAt;
  if (typeof chainId === "number") {
    checkChainId(opened, chainId);
    const config = await resolveChainConfig(userConfig, chainId, secretReader(hre), needsVerification);
    const status = statusOfRun(config.status, breakers);
    return { kind: "open", chain, chainId, config, breakers, status, askedForMs };
  }
  const status = await statusWithoutNode(hre, userConfig, chain.networkName);
  const problem = await explainByStatus({ status, clock: CLOCK, signal: signal ?? NEVER }, chainId);
  return {
    kind: "unknown",
    outcome: chainId.outcome,
    problem,
    services: { ...NO_SERVICES, status: status?.url ?? null },
  };
}

/** Hardhat itself checks it with the first call that is not about the chain id, and fails that call. */
function checkChainId({ networkName, networkConfig }: NetworkConnection, chainId: number): void {
  const configuredChainId = networkConfig.chainId;
  if (configuredChainId === undefined || configuredChainId === chainId) return;
  throw new VerifyContractError("VC305", {
    values: { network: networkName, configuredChainId, chainId },
    likely: "the url or the chainId of the network is another network's",
    next: advice(`correct networks.${networkName} in hardhat.config.ts`),
  });
}
