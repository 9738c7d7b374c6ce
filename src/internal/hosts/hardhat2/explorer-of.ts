import type { Explorer } from "../../domain/explorer.ts";
import { isWebUrl } from "../../domain/web-url.ts";
import { isObject } from "../../text/is-object.ts";
import type { Runtime } from "./runtime.ts";

/** Where people look at a chain: `customChains` of hardhat-verify, whose form is not ours to refuse. */
export function explorerOf(
  { etherscan, blockscout }: Runtime["config"],
  chainId: number,
): Explorer | undefined {
  for (const [name, own] of [
    ["Etherscan", etherscan],
    ["Blockscout", blockscout],
  ] as const) {
    const chains = isObject(own) && Array.isArray(own.customChains) ? own.customChains : [];
    const chain = chains.find((each) => isObject(each) && each.chainId === chainId);
    const urls = isObject(chain) && isObject(chain.urls) ? chain.urls : {};
    if (isWebUrl(urls.browserURL)) return { name, url: urls.browserURL };
  }
  return undefined;
}
