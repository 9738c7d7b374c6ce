import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Problem } from "../../errors/problem.ts";
import { chainOf } from "../../hosts/hardhat3/provider-chain.ts";
import { readChainId } from "../../hosts/hardhat3/read-chain-id.ts";
import { hasOneStatusService } from "../config/resolve-status-config.ts";
import type { ValidUserConfig } from "../config/user-config-schema.ts";

/** Most milliseconds for the node: the status service is asked when the node is in trouble, and needs time too. */
const NODE_LIMIT_MS = 5000;

/**
 * The chain of a network: as it is configured, else as the node says.
 *
 * @returns Null where the node does not say, and one status service is configured for every chain; the problem where
 * it would matter which chain it is.
 */
export async function findChainId(
  hre: HardhatRuntimeEnvironment,
  networkName: string,
  userConfig: ValidUserConfig,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<number | null | Problem> {
  const configured = hre.config.networks[networkName]?.chainId;
  if (configured !== undefined) return configured;
  const chain = chainOf(await hre.network.getOrCreate(), hre.hooks);
  const answer = await readChainId(chain, Math.min(NODE_LIMIT_MS, timeoutMs / 2), signal);
  if (typeof answer === "number") return answer;
  if (hasOneStatusService(userConfig)) return null;
  const next = `set networks.${networkName}.chainId in hardhat.config.ts: then the node is not asked`;
  return { ...answer.problem, next };
}
