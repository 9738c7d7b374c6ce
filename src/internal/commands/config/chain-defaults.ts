import { explainNotPublic } from "../../domain/development-chain.ts";
import type { Explorer } from "../../domain/explorer.ts";
import type { LocalHedera } from "../../domain/hedera.ts";
import type { PaceLimit } from "../../services/http/host-pace.ts";

export interface ChainDefaults {
  /** Undefined where contracts of the chain do not go to the public service by default. */
  readonly verificationUrl: string | undefined;
  readonly browserUrl: string | undefined;
  /** True if that service forwards what it verifies on this chain to other services; undefined where that is not known. */
  readonly forwards: true | undefined;
  readonly queryUrl: string | undefined;
  readonly statusUrl: string | undefined;
  readonly explorer: Explorer | undefined;
  /** Limit of the public hosts of node and query service; undefined for none. */
  readonly pace: PaceLimit | undefined;
  readonly appearAttempts: number;
}

/** Seconds for everything. */
export const DEFAULT_TIMEOUT_S = 300;
const PUBLIC_VERIFICATION_URL = "https://sourcify.dev/server";
/** Chains whose own service is the established choice: forge's default too (alloy-rs/chains, `is_custom_sourcify`). */
const OWN_VERIFICATION_URLS: Readonly<Record<number, string>> = {
  4217: "https://contracts.tempo.xyz",
  42431: "https://contracts.tempo.xyz",
};
const PUBLIC_BROWSER_URL = "https://repo.sourcify.dev";
const HEDERA_STATUS_URL = "https://status.hedera.com";

/** Hedera mainnet, testnet and previewnet. */
const QUERY_URLS: Readonly<Record<number, string>> = {
  295: "https://mainnet.mirrornode.hedera.com",
  296: "https://testnet.mirrornode.hedera.com",
  297: "https://previewnet.mirrornode.hedera.com",
};

/** They mine every transaction immediately, so there is nothing to wait for. */
const INSTANT_CHAINS = new Set([31337, 1337]);
const HEDERA_PUBLIC_CHAINS = new Set([295, 296, 297]);

/**
 * For an IP address, a relay allows 800 requests of most methods in 60 s (the defaults of its source; public ones allow
 * fewer), and the public mirror node 50 requests a second (its documentation).
 */
const HEDERA_PACE: PaceLimit = { requestsPerSecond: 8, requestsAtOnce: 4 };

/** @param local The services beside the node of a local network of Hedera. */
export function chainDefaults(chainId: number, local?: LocalHedera): ChainDefaults {
  const ownUrl = OWN_VERIFICATION_URLS[chainId];
  const hasPublicService = ownUrl === undefined && explainNotPublic(chainId) === undefined;
  return {
    verificationUrl: hasPublicService ? PUBLIC_VERIFICATION_URL : ownUrl,
    browserUrl: hasPublicService ? PUBLIC_BROWSER_URL : undefined,
    forwards: hasPublicService && !HEDERA_PUBLIC_CHAINS.has(chainId) ? true : undefined,
    queryUrl: QUERY_URLS[chainId] ?? local?.mirrorUrl,
    explorer: explorerOf(chainId, local),
    statusUrl: HEDERA_PUBLIC_CHAINS.has(chainId) ? HEDERA_STATUS_URL : undefined,
    pace: HEDERA_PUBLIC_CHAINS.has(chainId) ? HEDERA_PACE : undefined,
    appearAttempts: INSTANT_CHAINS.has(chainId) ? 1 : 8,
  };
}

/** Hedera's networks, by their names in the paths of HashScan. */
const HASHSCAN: Readonly<Record<number, string>> = { 295: "mainnet", 296: "testnet", 297: "previewnet" };

/** The explorer of a local network is HashScan's program, and both tools configure the network as `localnet`. */
function explorerOf(chainId: number, local: LocalHedera | undefined): Explorer | undefined {
  const network = HASHSCAN[chainId];
  if (network !== undefined)
    return { name: "HashScan", url: `https://hashscan.io/${network}`, reads: PUBLIC_VERIFICATION_URL };
  return local && { name: "explorer", url: `${local.explorerUrl}/localnet` };
}
