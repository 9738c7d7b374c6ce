import type { HttpNetworkConfig } from "hardhat/types/config";
import type { HookManager } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";
import type { NodeRequest } from "../../chain/node-request.ts";
import type { NodeOptions } from "../../commands/host.ts";
import { nodeClient, resultOf } from "../../commands/node-client.ts";
import { waitOrAbandon } from "../../services/http/limited-signal.ts";
import type { RpcClient } from "../../services/rpc/rpc-client.ts";

/** What Hardhat sets where a network has no `timeout`, in milliseconds: it is for transactions, and too long for a read. */
const TIMEOUT_OF_HARDHAT_MS = 300_000;

/**
 * Asks the node of an `http` network with our own HTTP, by its `url`, `httpHeaders` and `timeout`. Each request runs
 * through the `onRequest` hooks of all plugins, as one of Hardhat's provider does, and ours is sent at their end. What
 * such a hook asks by itself goes through Hardhat's provider.
 */
export function httpRequests(
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
