/** A contract's names according to a query service. */
interface KnownNames {
  /** `shard.realm.num`. */
  readonly contract_id: string | null;
  readonly evm_address: string;
}

/** The addresses of one contract, lower case: the requested one, its EVM address, and its long-zero address. */
export function addressesOf(address: string, known: KnownNames | undefined): readonly string[] {
  const longZero = longZeroAddress(known?.contract_id ?? null);
  const all = [address.toLowerCase(), known?.evm_address.toLowerCase(), longZero];
  return all.filter((each) => each !== undefined);
}

/**
 * True if an address is a contract's number on Hedera: shard and realm are zero on every public network. Only a query service
 * knows which EVM address such a contract has, if any.
 */
export function isLongZero(address: string): boolean {
  return /^0x0{24}/.test(address);
}

/** The id that a long-zero address is another form of, `shard.realm.num`; undefined for any other address. */
export function idOfLongZero(address: string): string | undefined {
  if (!isLongZero(address)) return undefined;
  return `0.0.${BigInt(`0x${address.slice(26)}`)}`;
}

/** 4 bytes of shard, 8 of realm, 8 of number: every contract has it, besides any other address. Lower case. */
export function longZeroAddress(contractId: string | null): string | undefined {
  if (contractId === null) return undefined;
  const hex = [0, 0, ...contractId.split(".")].slice(-3).map((part) => BigInt(part).toString(16));
  return `0x${hex.map((digits, index) => digits.padStart(index === 0 ? 8 : 16, "0")).join("")}`;
}
