import type { Problem } from "../../errors/problem.ts";
import { hasOneStatusService } from "../config/resolve-status-config.ts";
import type { ValidUserConfig } from "../config/user-config-schema.ts";
import type { Host } from "../host.ts";
import { readChainId } from "../read-chain-id.ts";

/** Most milliseconds for the node: the status service is asked when the node is in trouble, and needs time too. */
const NODE_LIMIT_MS = 5000;

/**
 * The chain of a network: as it is configured, else as the node says.
 *
 * @returns Null where the node does not say, and one status service is configured for every chain; the problem where
 * it would matter which chain it is.
 */
export async function findChainId(
  host: Host,
  userConfig: ValidUserConfig,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<number | null | Problem> {
  const { network, words } = host;
  if (network.chainId !== undefined) return network.chainId;
  const { chain } = await host.openNetwork(undefined, {});
  const answer = await readChainId(chain, Math.min(NODE_LIMIT_MS, timeoutMs / 2), signal, words);
  if (typeof answer === "number") return answer;
  if (hasOneStatusService(userConfig)) return null;
  return { ...answer.problem, next: words.network.nameChain(network.name) };
}
