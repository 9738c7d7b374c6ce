/** Hardhat and anvil, geth --dev and Ganache, Hedera's local node. */
const DEVELOPMENT_CHAINS = new Set([31337, 1337, 298]);

/** True if a chain restarts empty with its node. */
export function isDevelopmentChain(chainId: number): boolean {
  return DEVELOPMENT_CHAINS.has(chainId);
}

/** Hedera previewnet (sourcify 3.12, its list of chains). */
const NOT_LISTED = new Set([297]);

/**
 * Why contracts of a chain do not go to the public verification service by default, as an apposition to the chain. Sources
 * of a development chain never go to a public server because a setting is missing.
 *
 * @returns undefined where they go there.
 */
export function whyNotPublic(chainId: number): string | undefined {
  if (isDevelopmentChain(chainId)) return "a development chain";
  return NOT_LISTED.has(chainId) ? "which the public service does not have" : undefined;
}
