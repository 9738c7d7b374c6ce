import { rpcChain } from "../../chain/rpc-chain.ts";
import type { NodeOptions, OpenNetwork } from "../../commands/host.ts";
import { nodeRequests } from "../../commands/node-client.ts";
import type { ChosenNode } from "./choose-node.ts";

/** The chain behind a node. */
export function openNode(
  { name, url, headers }: ChosenNode,
  configuredChainId: number | undefined,
  options: NodeOptions,
): OpenNetwork {
  const chain = rpcChain(name, nodeRequests({ url, headers }, options));
  return { chain, configuredChainId, nodeUrl: async () => url };
}
