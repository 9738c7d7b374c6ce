/** The chain IDs of Hardhat and anvil, geth --dev and Ganache, and Hedera's local node. */
const DEVELOPMENT_CHAINS = new Set([31337, 1337, 298]);

/** True if a chain restarts empty together with its node. */
export function isDevelopmentChain(chainId: number): boolean {
  return DEVELOPMENT_CHAINS.has(chainId);
}

/** Hedera previewnet, which is missing from Sourcify's list of chains (sourcify 3.12). */
const UNLISTED_CHAINS = new Set([297]);

/**
 * Explains why contracts of a chain don't go to the public verification service by default, as an apposition to the
 * chain. A development chain's sources never go to a public server only because a setting is missing.
 *
 * @returns undefined if they go there.
 */
export function explainNotPublic(chainId: number): string | undefined {
  if (isDevelopmentChain(chainId)) return "a development chain";
  return UNLISTED_CHAINS.has(chainId) ? "which the public service does not have" : undefined;
}
