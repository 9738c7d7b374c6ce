/** A contract's identifiers according to a query service. */
interface KnownNames {
  /** `shard.realm.num`. */
  readonly contract_id: string | null;
  readonly evm_address: string;
}

/** Returns a contract's lowercase addresses: the requested one, its EVM address, and its long-zero address. */
export function listAddresses(address: string, known: KnownNames | undefined): readonly string[] {
  const longZero = idToLongZero(known?.contract_id ?? null);
  const all = [address.toLowerCase(), known?.evm_address.toLowerCase(), longZero];
  return all.filter((each) => each !== undefined);
}

/** True if the address contains a Hedera contract's number; shard and realm are zero on every public network. */
export function isLongZero(address: string): boolean {
  return /^0x0{24}/.test(address);
}

/** Converts a long-zero address to an ID, `shard.realm.num`. Undefined for any other address. */
export function longZeroToId(address: string): string | undefined {
  if (!isLongZero(address)) return undefined;
  return `0.0.${BigInt(`0x${address.slice(26)}`)}`;
}

/**
 * 4 bytes for the shard, 8 for the realm and 8 for the number. Every contract has this address in addition to any
 * other.
 */
export function idToLongZero(contractId: string | null): string | undefined {
  if (contractId === null) return undefined;
  const hex = [0, 0, ...contractId.split(".")].slice(-3).map((part) => BigInt(part).toString(16));
  return `0x${hex.map((digits, index) => digits.padStart(index === 0 ? 8 : 16, "0")).join("")}`;
}
