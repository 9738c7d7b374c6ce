import { rpcChain } from "../../chain/rpc-chain.ts";
import type { ConfiguredNetwork } from "../../commands/host.ts";
import { nodeRequests } from "../../commands/node-client.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { requestTimeoutOf } from "./open-network.ts";
import type { NetworkConfig } from "./runtime.ts";

/** Hardhat itself adds it to every configuration. */
const LOCALHOST = "localhost";

/** The networks of a configuration. Those that Hardhat did not choose have no provider: they are asked by their URL. */
export function configuredNetworks(
  networks: Readonly<Record<string, NetworkConfig>>,
): readonly ConfiguredNetwork[] {
  return Object.entries(networks).map(([name, config]) => ({
    name,
    chainId: config.chainId,
    isForDevelopment: config.url === undefined || (name === LOCALHOST && config.chainId === undefined),
    open: async (options) => {
      const { url = "", httpHeaders: headers, chainId } = config;
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) throw noUrl(name);
      const timeoutMs = requestTimeoutOf(config);
      const chain = rpcChain(name, nodeRequests({ url, headers, timeoutMs }, options));
      return { chain, configuredChainId: chainId, nodeUrl: async () => url };
    },
  }));
}

/** Variables are texts by now, and one that was missing left none, or a part of one. */
function noUrl(name: string): VerifyContractError {
  return new VerifyContractError("VC113", {
    facts: [
      ["Key", `networks.${name}.url`],
      ["Reason", "it is no http or https URL: a variable of it may be missing"],
    ],
  });
}
