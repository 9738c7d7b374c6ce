import { isWebUrl } from "../../domain/web-url.ts";
import { asObject, listObjects } from "../../text/is-object.ts";

export interface ExplorerHost {
  readonly apiUrl: string;
  /** Without a trailing slash; `/address/<address>` is appended. */
  readonly siteUrl?: string | undefined;
}

export type ExplorerHosts = Readonly<Record<string, ExplorerHost>>;

export interface ExplorerDialect {
  readonly name: string;
  /** True if requests include `chainid`, because one host serves all chains. */
  readonly takesChainId: boolean;
  /** Returns the chain's id if the API's URL contains it. */
  readonly chainIn: (apiUrl: URL) => string | undefined;
  readonly needsKey: boolean;
  /** A key that other tools store for the explorer isn't sent to a configured API outside this domain. */
  readonly domain: string | undefined;
  /** The maximum request rate without a paid plan. A response may report a different limit. */
  readonly requestsPerSecond: number;
  /** True if the explorer links a proxy to its implementation on request. Others do so automatically or never. */
  readonly linksProxies: boolean;
  readonly lists: readonly string[];
  readonly hostsIn: (list: unknown, url: string) => ExplorerHosts;
  readonly isApi: (apiUrl: string) => boolean;
  readonly known: ExplorerHosts;
}

/** Used if only the explorer's URL is known. */
export const ANY_EXPLORER: ExplorerDialect = {
  name: "",
  takesChainId: true,
  chainIn: ({ searchParams }) => searchParams.get("chainid") ?? undefined,
  needsKey: false,
  domain: undefined,
  requestsPerSecond: 3,
  linksProxies: true,
  lists: [],
  hostsIn: () => ({}),
  isApi: () => true,
  known: {},
};

const ETHERSCAN_API = "https://api.etherscan.io/v2/api";

/** Sources for this table: docs.etherscan.io, docs.blockscout.com, Sourcify 3.12.1's `EtherscanVerifyApiService`. */
export const EXPLORER_DIALECTS: Readonly<Record<string, ExplorerDialect>> = {
  etherscan: {
    ...ANY_EXPLORER,
    name: "Etherscan",
    needsKey: true,
    domain: "etherscan.io",
    lists: ["https://api.etherscan.io/v2/chainlist"],
    hostsIn: (list) =>
      readHosts(listObjects(asObject(list).result), ({ chainid, blockexplorer, status }) =>
        // Status 0 means that the chain is offline.
        Number(status) === 0 ? undefined : [chainid, ETHERSCAN_API, blockexplorer],
      ),
    isApi: (apiUrl) => apiUrl === ETHERSCAN_API,
    known: Object.fromEntries(
      Object.entries({
        1: "etherscan.io",
        10: "optimistic.etherscan.io",
        56: "bscscan.com",
        100: "gnosisscan.io",
        137: "polygonscan.com",
        8453: "basescan.org",
        42161: "arbiscan.io",
        59144: "lineascan.build",
        84532: "sepolia.basescan.org",
        11155111: "sepolia.etherscan.io",
      }).map(([chain, site]) => [chain, { apiUrl: ETHERSCAN_API, siteUrl: `https://${site}` }]),
    ),
  },
  blockscout: {
    ...ANY_EXPLORER,
    name: "Blockscout",
    domain: "blockscout.com",
    takesChainId: false,
    // Only the Pro API's gateway serves several chains.
    chainIn: ({ searchParams, pathname }) =>
      searchParams.get("chain_id") ?? /^\/(\d+)\/api\b/.exec(pathname)?.[1],
    linksProxies: false,
    lists: ["https://chains.blockscout.com/api/chains"],
    hostsIn: (list) =>
      readHosts(Object.entries(asObject(list)), ([chain, about]) => {
        const urls = listObjects(asObject(about).explorers).map(({ url }) => url);
        const site = urls.find(isWebUrl)?.replace(/\/+$/, "");
        return [chain, site && `${site}/api`, site];
      }),
    known: Object.fromEntries(
      Object.entries({
        1: "eth",
        100: "gnosis",
        137: "polygon",
        8453: "base",
        42161: "arbitrum",
        84532: "base-sepolia",
        11155111: "eth-sepolia",
      }).map(([chain, name]) => {
        const siteUrl = `https://${name}.blockscout.com`;
        return [chain, { apiUrl: `${siteUrl}/api`, siteUrl }];
      }),
    ),
  },
  routescan: {
    ...ANY_EXPLORER,
    name: "Routescan",
    chainIn: ({ pathname }) => /\/evm\/(\d+)\//.exec(pathname)?.[1],
    requestsPerSecond: 2,
    linksProxies: false,
    lists: ["mainnet", "testnet"].map(
      (network) => `https://api.routescan.io/v2/network/${network}/evm/all/blockchains`,
    ),
    hostsIn: (list, url) => {
      const network = url.includes("/testnet/") ? "testnet" : "mainnet";
      return readHosts(listObjects(asObject(list).items), ({ chainId, evmChainId }) => {
        const { apiUrl, siteUrl } = routescanHost(network, String(chainId));
        return /^[\w-]+$/.test(String(chainId)) ? [evmChainId, apiUrl, siteUrl] : undefined;
      });
    },
    isApi: (apiUrl) =>
      /^https:\/\/api\.routescan\.io\/v2\/network\/(mainnet|testnet)\/evm\/[\w-]+\/etherscan\/api$/.test(
        apiUrl,
      ),
    known: { 43114: routescanHost("mainnet", "43114"), 43113: routescanHost("testnet", "43113") },
  },
};

export function isOwnHost({ domain }: Pick<ExplorerDialect, "domain">, url: string): boolean {
  return domain !== undefined && `.${URL.parse(url)?.hostname}`.endsWith(`.${domain}`);
}

function routescanHost(network: "mainnet" | "testnet", chain: string): ExplorerHost {
  return {
    apiUrl: `https://api.routescan.io/v2/network/${network}/evm/${chain}/etherscan/api`,
    siteUrl: network === "mainnet" ? "https://routescan.io" : "https://testnet.routescan.io",
  };
}

/** Source code is sent to these hosts, so only https URLs are accepted. */
export function readHosts<Item>(
  items: readonly Item[],
  read: (item: Item) => readonly [chain: unknown, apiUrl: unknown, siteUrl: unknown] | undefined,
): ExplorerHosts {
  const isHttps = (url: unknown): url is string => isWebUrl(url) && url.startsWith("https:");
  const hosts = items.flatMap((item) => {
    const [chain, apiUrl, site] = read(item) ?? [];
    if (!/^[1-9]\d{0,15}$/.test(String(chain)) || !isHttps(apiUrl)) return [];
    const siteUrl = isHttps(site) ? site.replace(/\/+$/, "") : undefined;
    return [[String(chain), { apiUrl, siteUrl }] as const];
  });
  // The first explorer listed for a chain wins.
  return Object.fromEntries(hosts.toReversed());
}

/**
 * Blockscout serves its website and API from the same host, with the API under `/api`. If the API has its own host
 * (`api.…`), the website is unknown.
 */
export function deriveSite(apiUrl: string): string | undefined {
  const url = URL.parse(apiUrl);
  const path = /^(.*)\/api\/?$/.exec(url?.pathname ?? "")?.[1];
  if (url === null || path === undefined || !isWebUrl(apiUrl)) return undefined;
  return /^api\b/.test(url.hostname) ? undefined : `${url.origin}${path}`;
}
