import type { HookManager } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";
import { type RpcChain, rpcChain } from "../../chain/rpc-chain.ts";
import type { NodeOptions } from "../../commands/host.ts";
import { requestsTo } from "./node-requests.ts";

/**
 * The chain, over the connection to a Hardhat network.
 *
 * @param hooks Of the runtime whose connection it is: plugins may change requests.
 */
export function chainOf(
  connection: NetworkConnection,
  hooks: HookManager,
  options: NodeOptions = {},
): RpcChain {
  return rpcChain(connection.networkName, requestsTo(connection, hooks, options));
}
