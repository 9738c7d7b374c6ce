import type { HttpNetworkConfig } from "hardhat/types/config";
import type { HookManager } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";
import type { NodeRequest } from "../../chain/node-request.ts";
import type { NodeOptions } from "../../commands/host.ts";
import { hostPace } from "../../commands/host-pace.ts";
import { waitOrAbandon } from "../../services/http/abandoned-calls.ts";
import { RpcClient } from "../../services/rpc/rpc-client.ts";
import { RpcError } from "../../services/rpc/rpc-error.ts";

/** What Hardhat sets where a network has no `timeout`, in milliseconds: it is for transactions, and too long for a read. */
const TIMEOUT_OF_HARDHAT_MS = 300_000;
const TIMEOUT_MS = 30_000;

/** A limit of the host counts as a try every 30 s, so that a window of 60 s, as Hedera's relay has it, is waited out. */
const RETRY = { attempts: 3, minDelayMs: 300, maxDelayMs: 15_000 };

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
    const response = await waitOrAbandon(answer, signal);
    if ("error" in response) throw new RpcError(response.error.code, response.error.message);
    return response.result;
  };
}

async function openClient(
  config: HttpNetworkConfig,
  { breakers, ...listener }: NodeOptions,
): Promise<RpcClient> {
  const url = await config.url.getUrl();
  return new RpcClient({
    url,
    headers: config.httpHeaders,
    requestTimeoutMs: config.timeout === TIMEOUT_OF_HARDHAT_MS ? TIMEOUT_MS : config.timeout,
    retry: RETRY,
    pace: hostPace(url),
    breaker: breakers?.of(url),
    ...listener,
  });
}
