/** Hardhat and anvil, geth --dev and Ganache, Hedera's local node. */
const DEVELOPMENT_CHAINS = new Set([31337, 1337, 298]);

/** Whether a chain restarts empty with its node. */
export function isDevelopmentChain(chainId: number): boolean {
  return DEVELOPMENT_CHAINS.has(chainId);
}
