import { isDevelopmentChain } from "../../domain/development-chain.ts";
import { findLocalHedera } from "../../domain/hedera.ts";
import { advice, type NextStep, startNode } from "../../errors/next-step.ts";
import { isRefusedConnection } from "../http/failures.ts";
import { isLoopback } from "../http/urls.ts";
import { ServiceError } from "../service-error.ts";

/**
 * Undefined unless the node is on this computer and nothing listens on its port.
 *
 * @param chainId Undefined if unknown. A development chain, unlike any other, is lost when its node stops.
 */
export function startRefusingNode(error: unknown, chainId: number | undefined): NextStep | undefined {
  if (!(error instanceof ServiceError) || !isLoopback(error.url) || !isRefusedConnection(error))
    return undefined;
  // Hedera's local networks are started by their own tools.
  if (findLocalHedera(error.url) !== undefined)
    return advice("is the local network running? Start it, then deploy again");
  if (chainId !== undefined && !isDevelopmentChain(chainId))
    return advice("is the node running? Start it, then run the command again");
  const { port } = new URL(error.url);
  return advice("is the node running? Start it, then deploy again", startNode(port || "80"));
}
