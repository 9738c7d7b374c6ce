import { isProxy } from "node:util/types";
import type { HookManager } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";
import type { EthereumProvider } from "hardhat/types/providers";
import type { NodeRequest } from "../../chain/node-request.ts";
import type { NodeOptions } from "../../commands/host.ts";
import { providerRequests } from "../../commands/provider-requests.ts";
import { httpRequests } from "./http-requests.ts";

/**
 * How the node of a connection is asked: with our own HTTP where Hardhat would use its own, because that reads an answer
 * whole, however large, can't be aborted, and knows no pace of a host. Else by the provider of the connection: a
 * simulated network has no HTTP, and what a plugin's `newConnection` hook put in place of the provider may do anything.
 */
export function requestsTo(
  connection: NetworkConnection,
  hooks: HookManager,
  options: NodeOptions,
): NodeRequest {
  const { networkConfig, provider } = connection;
  return networkConfig.type === "http" && isOfHardhat(provider)
    ? httpRequests(connection, networkConfig, hooks, options)
    : providerRequests(provider);
}

/** Hardhat does not export the class, and a plugin may have replaced a method of the object. */
function isOfHardhat(provider: EthereumProvider): boolean {
  return (
    !isProxy(provider) && provider.constructor.name === "HttpProvider" && !Object.hasOwn(provider, "request")
  );
}
