/** Hedera mainnet, testnet, previewnet, and a network on one computer. */
const HEDERA: ReadonlySet<number> = new Set([295, 296, 297, 298]);

/** Whether a chain is a network of Hedera: with ids, a relay in place of a node, and what is no contract but has code. */
export function isHedera(chainId: number): boolean {
  return HEDERA.has(chainId);
}

/** By the last digits of the address (hiero-ledger/hiero-consensus-node). */
const SYSTEM_CONTRACTS: Readonly<Record<string, string>> = {
  "167": "tokens (HTS, 0x167)",
  "168": "exchange rates (0x168)",
  "169": "pseudorandom numbers (PRNG, 0x169)",
  "16a": "accounts (HAS, 0x16a)",
  "16b": "schedules (HSS, 0x16b)",
  "16c": "tokens (HTS, 0x16c)",
};

/**
 * A system contract of Hedera: the network's software answers there, whatever code a node shows (0xfe, or none).
 *
 * @param address 0x and 40 digits, in any case.
 * @returns Its name, with article; undefined for any other address.
 */
export function systemContractAt(chainId: number, address: string): string | undefined {
  const digits = /^0x0{37}([0-9a-f]{3})$/i.exec(address)?.[1]?.toLowerCase();
  const subject = digits === undefined || !isHedera(chainId) ? undefined : SYSTEM_CONTRACTS[digits];
  return subject === undefined ? undefined : `Hedera's system contract for ${subject}`;
}
