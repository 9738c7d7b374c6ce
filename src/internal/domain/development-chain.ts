/** The chain IDs of Hardhat and anvil, geth --dev and Ganache, and Hedera's local node. */
const DEVELOPMENT_CHAINS = new Set([31337, 1337, 298]);

/** True if the chain starts empty each time its node starts. */
export function isDevelopmentChain(chainId: number): boolean {
  return DEVELOPMENT_CHAINS.has(chainId);
}

/** Hedera previewnet, which is missing from Sourcify's list of chains (sourcify 3.12). */
const UNLISTED_CHAINS = new Set([297]);

/**
 * Returns text to follow the chain's name. A missing setting must never send a development chain's sources to a public
 * server.
 */
export function explainNotPublic(chainId: number): string | undefined {
  if (isDevelopmentChain(chainId)) return "a development chain";
  return UNLISTED_CHAINS.has(chainId) ? "which the public service does not support" : undefined;
}
