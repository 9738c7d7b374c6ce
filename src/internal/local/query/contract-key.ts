import type { ContractIndex, IndexedContract } from "../chain/contract-index.ts";

const CONTRACT_KEY = /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40})$/;

/** How a contract is identified. */
export type ContractKey =
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "address"; readonly address: string }
  /** Another shard or realm than 0.0, where nothing is. */
  | { readonly kind: "elsewhere" };

/** Reads `0.0.1001`, `1001`, or an address with or without `0x` in any case; undefined when it is neither. */
export function parseContractKey(text: string): ContractKey | undefined {
  if (!CONTRACT_KEY.test(text)) return undefined;
  const parts = text.split(".");
  const last = parts.at(-1) ?? "";
  if (parts.slice(0, -1).some((part) => Number(part) !== 0)) return { kind: "elsewhere" };
  const digits = last.replace(/^0x/, "");
  return digits.length === 40
    ? { kind: "address", address: `0x${digits.toLowerCase()}` }
    : { kind: "number", number: Number(last) };
}

export function lookUp(index: ContractIndex, key: ContractKey): Promise<IndexedContract | undefined> {
  switch (key.kind) {
    case "number":
      return index.byNumber(key.number);
    case "address":
      return index.byAddress(key.address);
    case "elsewhere":
      return Promise.resolve(undefined);
  }
}
