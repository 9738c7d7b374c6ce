import { type FoundryEndpoints, fillVariables } from "../../builds/project/foundry-endpoints.ts";
import type { Explorer } from "../../domain/explorer.ts";
import { isWebUrl } from "../../domain/web-url.ts";
import { chainIdOf } from "./parse-chain.ts";

/**
 * Where people look at a chain, by `etherscan` of foundry.toml, which names APIs: the pages of Blockscout are at the same
 * host, without `/api`. An API at a host of its own (`api.…`) says nothing of the pages.
 */
export function explorerOf(
  { explorers, environment }: Pick<FoundryEndpoints, "explorers" | "environment">,
  chainId: number,
): Explorer | undefined {
  const urls = explorers.flatMap(({ chain, url }) => (chainIdOf(chain) === chainId ? pagesOf(url) : []));
  const [first] = urls;
  return first === undefined ? undefined : { name: "explorer", url: first };

  function pagesOf(api: string): readonly string[] {
    const { text, missing } = fillVariables(api, environment);
    const url = URL.parse(text);
    const path = /^(.*)\/api\/?$/.exec(url?.pathname ?? "")?.[1];
    if (url === null || path === undefined || missing.length > 0 || !isWebUrl(text)) return [];
    return /^api\b/.test(url.hostname) ? [] : [`${url.origin}${path}`];
  }
}
