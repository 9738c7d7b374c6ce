/** The networks of Hedera that HashScan shows, by chain id. */
const NETWORKS: Readonly<Record<number, string>> = { 295: "mainnet", 296: "testnet", 297: "previewnet" };

/** The page of a contract on HashScan; undefined for another chain. */
export function hashScanUrl(chainId: number, address: string): string | undefined {
  const network = NETWORKS[chainId];
  return network === undefined ? undefined : `https://hashscan.io/${network}/contract/${address}`;
}
