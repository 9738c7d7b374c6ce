import { isProxy } from "node:util/types";
import type { HookManager } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";
import type { EthereumProvider } from "hardhat/types/providers";
import type { NodeRequest } from "../../chain/node-request.ts";
import type { NodeOptions } from "../../commands/host.ts";
import { waitOrAbandon } from "../../services/http/abandoned-calls.ts";
import { limitedSignal } from "../../services/http/limited-signal.ts";
import { httpRequests } from "./http-requests.ts";

/** Milliseconds that one request to a provider may take. */
const PROVIDER_TIMEOUT_MS = 30_000;

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

function providerRequests(provider: EthereumProvider): NodeRequest {
  return async (method, params, signal) => {
    using limit = limitedSignal(
      signal,
      PROVIDER_TIMEOUT_MS,
      () => new Error(`no answer within ${PROVIDER_TIMEOUT_MS / 1000} s`),
    );
    return await waitOrAbandon(provider.request({ method, params: [...params] }), limit.signal);
  };
}
