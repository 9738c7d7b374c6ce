import { explainNotPublic } from "../../domain/development-chain.ts";
import type { Explorer } from "../../domain/explorer.ts";
import type { LocalHedera } from "../../domain/hedera.ts";
import type { PaceLimit } from "../../services/http/hosts.ts";

export const DEFAULT_TIMEOUT_S = 300;
const PUBLIC_VERIFICATION_URL = "https://sourcify.dev/server";
/** Chains with their own established service. forge has the same defaults (alloy-rs/chains, `is_custom_sourcify`). */
const OWN_VERIFICATION_URLS: Readonly<Record<number, string>> = {
  4217: "https://contracts.tempo.xyz",
  42431: "https://contracts.tempo.xyz",
};
const PUBLIC_BROWSER_URL = "https://repo.sourcify.dev";

/** Hedera's public networks, named as in its mirror nodes and HashScan. */
const HEDERA: Readonly<Record<number, string>> = { 295: "mainnet", 296: "testnet", 297: "previewnet" };
const HEDERA_STATUS_URL = "https://status.hedera.com";

/** These chains mine every transaction immediately, so there is nothing to wait for. */
const INSTANT_CHAINS = new Set([31337, 1337]);

/**
 * Limits per IP address: for most methods, a relay allows 800 requests in 60 s (the default in its source; public
 * relays allow fewer), and the public mirror node allows 50 requests per second (according to its documentation).
 */
const HEDERA_PACE: PaceLimit = { requestsPerSecond: 8, requestsAtOnce: 4 };

/** @param local The services that run alongside a local Hedera network's node. */
export function getChainDefaults(chainId: number, local?: LocalHedera) {
  const ownUrl = OWN_VERIFICATION_URLS[chainId];
  const hedera = HEDERA[chainId];
  const hasPublicService = ownUrl === undefined && explainNotPublic(chainId) === undefined;
  return {
    /** Undefined if the chain's contracts aren't sent to the public service by default. */
    verificationUrl: hasPublicService ? PUBLIC_VERIFICATION_URL : ownUrl,
    browserUrl: hasPublicService ? PUBLIC_BROWSER_URL : undefined,
    forwards: hasPublicService && hedera === undefined ? true : undefined,
    queryUrl: hedera === undefined ? local?.mirrorUrl : `https://${hedera}.mirrornode.hedera.com`,
    explorer: getDefaultExplorer(hedera, local),
    statusUrl: hedera && HEDERA_STATUS_URL,
    pace: hedera === undefined ? undefined : HEDERA_PACE,
    appearAttempts: INSTANT_CHAINS.has(chainId) ? 1 : 8,
  };
}

/** A local Hedera network runs HashScan too. Hedera's local tools configure it as the network `localnet`. */
function getDefaultExplorer(
  hedera: string | undefined,
  local: LocalHedera | undefined,
): Explorer | undefined {
  if (hedera !== undefined)
    return { name: "HashScan", url: `https://hashscan.io/${hedera}`, reads: PUBLIC_VERIFICATION_URL };
  return local && { name: "explorer", url: `${local.explorerUrl}/localnet` };
}
