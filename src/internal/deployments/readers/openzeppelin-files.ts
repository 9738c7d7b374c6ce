import path from "node:path";
import { chainIdOf } from "../checked-values.ts";

/** OpenZeppelin Upgrades names the manifests of these chains; that of any other is `unknown-<chain id>.json` (upgrades-core 1.46). */
export const NAMED_CHAINS: Readonly<Record<string, number>> = {
  mainnet: 1,
  morden: 2,
  ropsten: 3,
  rinkeby: 4,
  goerli: 5,
  optimism: 10,
  kovan: 42,
  bsc: 56,
  "bsc-testnet": 97,
  polygon: 137,
  sonic: 146,
  "optimism-goerli": 420,
  base: 8453,
  holesky: 17000,
  "arbitrum-one": 42161,
  "arbitrum-nova": 42170,
  "arbitrum-goerli": 421613,
  "arbitrum-sepolia": 421614,
  "avalanche-fuji": 43113,
  avalanche: 43114,
  celo: 42220,
  "celo-alfajores": 44787,
  "polygon-mumbai": 80001,
  "base-sepolia": 84532,
  "celo-sepolia": 11142220,
  sepolia: 11155111,
  "op-sepolia": 11155420,
};

const BY_ID = /^(?:unknown|(?:anvil|hardhat))-(\d+)(?:-0x[0-9a-fA-F]+)?\.json$/;

/**
 * The chain of a manifest of OpenZeppelin Upgrades, which only its name has.
 *
 * @returns Undefined for any other name.
 */
export function chainIdOfUpgrades(file: string): number | undefined {
  const base = path.basename(file);
  const name = base.replace(/\.json$/, "");
  if (Object.hasOwn(NAMED_CHAINS, name) && base.endsWith(".json")) return NAMED_CHAINS[name];
  return chainIdOf(BY_ID.exec(base)?.[1]);
}

/** The other names that a manifest of the same chain can have in the same folder. */
export function otherNamesOf(file: string): readonly string[] {
  const chainId = chainIdOfUpgrades(file);
  const [own] = Object.entries(NAMED_CHAINS).find(([, id]) => id === chainId) ?? [];
  const names = [`unknown-${chainId}.json`, ...(own === undefined ? [] : [`${own}.json`])];
  return names.filter((name) => name !== path.basename(file));
}

/** Where OpenZeppelin Upgrades keeps the manifest of a development node, by the node's instance. */
export function developmentManifest(
  temporary: string,
  {
    tool,
    chainId,
    instanceId,
  }: { readonly tool: string; readonly chainId: number; readonly instanceId: string },
): string {
  return path.join(temporary, DEVELOPMENT_FOLDER, `${tool}-${chainId}-${instanceId}.json`);
}

/** In the system's temporary folder. */
export const DEVELOPMENT_FOLDER = "openzeppelin-upgrades";
