import { rpcChain } from "../../chain/rpc-chain.ts";
import type { NodeOptions, OpenNetwork } from "../../commands/host.ts";
import { hostPace } from "../../commands/host-pace.ts";
import { RpcClient } from "../../services/rpc/rpc-client.ts";
import { RpcError } from "../../services/rpc/rpc-error.ts";
import type { ChosenNode } from "./choose-node.ts";

const TIMEOUT_MS = 30_000;

/** A limit of the host counts as a try every 30 s, so that a window of 60 s, as Hedera's relay has it, is waited out. */
const RETRY = { attempts: 3, minDelayMs: 300, maxDelayMs: 15_000 };

/** The chain behind a node. */
export function openNode(
  { name, url, headers }: ChosenNode,
  configuredChainId: number | undefined,
  { breakers, secrets, ...listener }: NodeOptions,
): OpenNetwork {
  secrets?.addNodeUrl(url);
  secrets?.addHeaders(headers);
  const client = new RpcClient({
    url,
    headers,
    requestTimeoutMs: TIMEOUT_MS,
    retry: RETRY,
    pace: hostPace(url),
    breaker: breakers?.of(url),
    ...listener,
  });
  let lastId = 0;
  const chain = rpcChain(name, async (method, params, signal) => {
    const request = { jsonrpc: "2.0" as const, id: ++lastId, method, params: [...params] };
    const response = await client.send(request, signal);
    if ("error" in response) throw new RpcError(response.error.code, response.error.message);
    return response.result;
  });
  return { chain, configuredChainId, nodeUrl: async () => url };
}
