import { types } from "node:util";
import type { NodeRequest } from "../../chain/node-request.ts";
import { rpcChain } from "../../chain/rpc-chain.ts";
import type { NodeOptions, OpenNetwork } from "../../commands/host.ts";
import { nodeRequests, providerRequests } from "../../commands/node-client.ts";
import { hardhat2Context } from "./hardhat-module.ts";
import type { EthereumProvider, Network, NetworkConfig } from "./runtime.ts";

/** What Hardhat sets where a network has no `timeout`, in milliseconds: it is for transactions, and too long for a read. */
const TIMEOUT_OF_HARDHAT_MS = 40_000;

export function openNetwork(network: Network, options: NodeOptions): OpenNetwork {
  const { name, config } = network;
  return {
    chain: rpcChain(name, requestsTo(network, options)),
    configuredChainId: config.chainId,
    nodeUrl: async () => config.url,
  };
}

/**
 * How the node of a network is asked: with our own HTTP where Hardhat would use its own, because that reads an answer
 * whole, however large, can't be aborted, and knows no pace of a host. Else by the provider: the chain in this process
 * has no HTTP, and what a plugin put in place of the provider, or around it, may do anything.
 */
function requestsTo({ config, provider }: Network, options: NodeOptions): NodeRequest {
  const { url, httpHeaders: headers } = config;
  if (url === undefined || !isOfHardhat(provider)) {
    options.secrets?.addHeaders(headers ?? {});
    options.secrets?.addNodeUrl(url ?? "");
    return providerRequests(provider);
  }
  return nodeRequests({ url, headers, timeoutMs: requestTimeoutOf(config) }, options);
}

/** Milliseconds for one request; undefined where the user set none. */
export function requestTimeoutOf({ timeout }: NetworkConfig): number | undefined {
  return timeout === TIMEOUT_OF_HARDHAT_MS ? undefined : timeout;
}

function isOfHardhat(provider: EthereumProvider): boolean {
  return (
    !types.isProxy(provider) &&
    provider.constructor.name === "LazyInitializationProviderAdapter" &&
    !Object.hasOwn(provider, "request") &&
    !hasExtenders()
  );
}

/** `extendProvider` of a plugin: Hardhat keeps them in its context, and nowhere else. */
function hasExtenders(): boolean {
  const extenders: unknown = Reflect.get(hardhat2Context() ?? {}, "providerExtenders");
  return !Array.isArray(extenders) || extenders.length > 0;
}
