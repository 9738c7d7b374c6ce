import { fillVariables } from "../builds/project/foundry-endpoints.ts";
import type { Environment } from "../builds/project/foundry-files.ts";
import { rpcChain } from "../chain/rpc-chain.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { Host } from "./host.ts";
import { nodeRequests } from "./node-client.ts";

/**
 * Opens nodes that no configuration names.
 *
 * @param environment Gives the values of `${VARIABLE}` in their URLs.
 */
export function urlOpener(environment: Environment): Host["openUrl"] {
  return async ({ name, url: text, chainId, key }, options) => {
    const { text: url, missing } = fillVariables(text, environment);
    const isWeb = /^https?:$/.test(URL.parse(url)?.protocol ?? "");
    if (missing.length > 0 || !isWeb)
      throw new VerifyContractError("VC113", {
        facts: [
          ["Key", key],
          ["Missing", missing.length === 0 ? undefined : `${missing.join(", ")}, in the environment`],
          ["Reason", missing.length > 0 ? undefined : "it is no http or https URL"],
        ],
      });
    const chain = rpcChain(name, nodeRequests({ url }, options));
    return { chain, configuredChainId: chainId, nodeUrl: async () => url };
  };
}
