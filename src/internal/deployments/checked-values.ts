import { getAddress } from "ethers/address";
import { isTransactionHash } from "../domain/target.ts";
import { isObject } from "../text/is-object.ts";

// Anyone may have edited a deployment record, so values are validated before use. Invalid values become undefined.

/** Returns the checksummed address. Undefined if the value isn't an address or its checksum is wrong. */
export function toAddress(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(value)) return undefined;
  try {
    return getAddress(value);
  } catch {
    return undefined;
  }
}

/** Returns the hash in lowercase. */
export function toTransactionHash(value: unknown): string | undefined {
  return typeof value === "string" && isTransactionHash(value) ? value.toLowerCase() : undefined;
}

/** Returns 0x-prefixed lowercase hex with at least one byte. */
export function toCode(value: unknown): string | undefined {
  return typeof value === "string" && value.length % 2 === 0 && /^0x[0-9a-fA-F]+$/.test(value)
    ? value.toLowerCase()
    : undefined;
}

export function toChainId(value: unknown): number | undefined {
  const number = typeof value === "string" && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The `libraries` part of a RecordedDeployment, without the key if there are no libraries. */
export function toLibraries(value: unknown): { readonly libraries?: Readonly<Record<string, string>> } {
  const named = (isObject(value) ? Object.entries(value) : []).flatMap(([name, it]) => {
    const address = toAddress(it);
    return address === undefined ? [] : [[name, address] as const];
  });
  return named.length === 0 ? {} : { libraries: Object.fromEntries(named) };
}
