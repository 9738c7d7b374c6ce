import { invalidValue } from "../../errors/invalid-value.ts";
import { withOptions } from "../../errors/next-step.ts";
import { nearestNames } from "../../text/nearest.ts";

/** Names that forge takes for `--chain` (alloy-chains), and Hedera's. */
const CHAINS: Readonly<Record<string, number>> = {
  mainnet: 1,
  sepolia: 11155111,
  holesky: 17000,
  hoodi: 560048,
  optimism: 10,
  "optimism-sepolia": 11155420,
  bsc: 56,
  gnosis: 100,
  polygon: 137,
  "polygon-amoy": 80002,
  base: 8453,
  "base-sepolia": 84532,
  arbitrum: 42161,
  "arbitrum-sepolia": 421614,
  avalanche: 43114,
  celo: 42220,
  scroll: 534352,
  linea: 59144,
  "anvil-hardhat": 31337,
  hedera: 295,
  "hedera-testnet": 296,
  "hedera-previewnet": 297,
};

/** The chain id that a text is, or names; undefined for another text. */
export function chainIdOf(text: string): number | undefined {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  const name = text.toLowerCase();
  return Object.hasOwn(CHAINS, name) ? CHAINS[name] : undefined;
}

/**
 * The chain id of `--chain`.
 *
 * @throws VerifyContractError VC106
 */
export function parseChain(text: string): number {
  const known = chainIdOf(text);
  if (known !== undefined) return known;
  const [nearest] = nearestNames(text, Object.keys(CHAINS), 1);
  throw invalidValue("--chain", text, `a chain id, or ${Object.keys(CHAINS).join(", ")}`, {
    next: nearest === undefined ? undefined : withOptions(["--chain", nearest]),
  });
}
