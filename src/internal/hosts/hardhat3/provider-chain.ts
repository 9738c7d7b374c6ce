import { isProxy } from "node:util/types";
import type { HttpNetworkConfig } from "hardhat/types/config";
import type { HookManager } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";
import type { EthereumProvider, JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";
import type { NodeRequest } from "../../chain/node-request.ts";
import { type RpcChain, rpcChain } from "../../chain/rpc-chain.ts";
import type { NodeOptions } from "../../commands/host.ts";
import { nodeClient, providerRequests, resultOf } from "../../commands/node-client.ts";
import { waitOrAbandon } from "../../services/http/limited-signal.ts";
import type { RpcClient } from "../../services/rpc/rpc-client.ts";

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

/**
 * How the node of a connection is asked: with our own HTTP where Hardhat would use its own, because that reads an answer
 * whole, however large, can't be aborted, and knows no pace of a host. Else by the provider of the connection: a
 * simulated network has no HTTP, and what a plugin's `newConnection` hook put in place of the provider may do anything.
 */
function requestsTo(connection: NetworkConnection, hooks: HookManager, options: NodeOptions): NodeRequest {
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

/** What Hardhat sets where a network has no `timeout`, in milliseconds: it is for transactions, and too long for a read. */
const TIMEOUT_OF_HARDHAT_MS = 300_000;

/**
 * Asks the node of an `http` network with our own HTTP, by its `url`, `httpHeaders` and `timeout`. Each request runs
 * through the `onRequest` hooks of all plugins, as one of Hardhat's provider does, and ours is sent at their end. What
 * such a hook asks by itself goes through Hardhat's provider.
 */
function httpRequests(
  connection: NetworkConnection,
  config: HttpNetworkConfig,
  hooks: HookManager,
  options: NodeOptions,
): NodeRequest {
  let opened: Promise<RpcClient> | undefined;
  let lastId = 0;
  return async (method, params, signal) => {
    opened ??= openClient(config, options);
    const client = await opened;
    const request = { jsonrpc: "2.0" as const, id: ++lastId, method, params: [...params] };
    const send = async (_: unknown, __: unknown, last: JsonRpcRequest) =>
      (await client.send(last, signal)) as JsonRpcResponse;
    const answer = hooks.runHandlerChain("network", "onRequest", [connection, request], send);
    return resultOf(await waitOrAbandon(answer, signal));
  };
}

async function openClient(
  { url, httpHeaders, timeout }: HttpNetworkConfig,
  options: NodeOptions,
): Promise<RpcClient> {
  const timeoutMs = timeout === TIMEOUT_OF_HARDHAT_MS ? undefined : timeout;
  return nodeClient({ url: await url.getUrl(), headers: httpHeaders, timeoutMs }, options);
}
