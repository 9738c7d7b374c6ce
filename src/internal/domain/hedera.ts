/** Hedera mainnet, testnet, previewnet, and local networks. */
const HEDERA: ReadonlySet<number> = new Set([295, 296, 297, 298]);

/** Hedera has IDs, a relay instead of a node, and entities that have code but aren't contracts. */
export function isHedera(chainId: number): boolean {
  return HEDERA.has(chainId);
}

/** System contracts by the address's last digits (hiero-ledger/hiero-consensus-node). */
const SYSTEM_CONTRACTS: Readonly<Record<string, string>> = {
  "167": "tokens (HTS, 0x167)",
  "168": "exchange rates (0x168)",
  "169": "pseudorandom numbers (PRNG, 0x169)",
  "16a": "accounts (HAS, 0x16a)",
  "16b": "schedules (HSS, 0x16b)",
  "16c": "tokens (HTS, 0x16c)",
};

/** The network's software handles calls to a system contract, whatever code a node returns for it (0xfe, or none). */
export function findSystemContract(chainId: number, address: string): string | undefined {
  const digits = /^0x0{37}([0-9a-f]{3})$/i.exec(address)?.[1]?.toLowerCase();
  const subject = digits === undefined || !isHedera(chainId) ? undefined : SYSTEM_CONTRACTS[digits];
  return subject === undefined ? undefined : `Hedera's system contract for ${subject}`;
}

export const LOCAL_HEDERA = 298;

/** A local Hedera network's services, on the ports that its tools publish. */
export type LocalHedera = NonNullable<ReturnType<typeof findLocalHedera>>;

/** By the relay's port, for solo and the older hiero-local-node (according to their documentation, September 2026). */
const PORTS: Readonly<Record<string, { readonly mirror: number; readonly explorer: number }>> = {
  "37546": { mirror: 38081, explorer: 38080 },
  "7546": { mirror: 5551, explorer: 8090 },
};

/** The URLs contain the relay's host, but no path or secrets from its URL. Undefined if no tool uses this port. */
export function findLocalHedera(nodeUrl: string | undefined) {
  const { protocol, hostname, port } = URL.parse(nodeUrl ?? "") ?? { port: "" };
  const ports = PORTS[port];
  if (ports === undefined) return undefined;
  // If the relay's URL uses a WebSocket scheme, the services use the corresponding http scheme.
  const scheme = protocol === "https:" || protocol === "wss:" ? "https" : "http";
  const at = (of: number): string => `${scheme}://${hostname}:${of}`;
  // The explorer's path doesn't include the network's name.
  return { mirrorUrl: at(ports.mirror), explorerUrl: at(ports.explorer) };
}
