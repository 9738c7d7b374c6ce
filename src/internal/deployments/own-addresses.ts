import { isObject, type Json } from "../text/is-object.ts";
import { FLEET_SCHEMA, MANIFEST_SCHEMA } from "./readers/manifest-schema.ts";

export interface OwnAddress {
  readonly address: string;
  readonly name: string;
  /** The enclosing key, if it is a chain ID. */
  readonly chainId: string | undefined;
}

/**
 * Also matches an address with one digit too many or too few, which is rejected when the manifest is read. No other hex
 * value has such a length.
 */
const ADDRESS = /^0x[0-9a-fA-F]{39,41}$/;
const NO_CONTRACT = /^0x0{40}$/;
const CHAIN_ID = /^[1-9]\d{0,15}$/;
/** Keys that only mark a value as an address and don't name the contract. */
const IS_ADDRESS = /^(?:contract_?)?addr(?:ess)?$/i;
const DEEPEST = 10;

/** Returns the addresses in a file, each once per chain, in file order. */
export function addressesIn(file: Json): readonly OwnAddress[] {
  const found = new Map<string, OwnAddress>();
  const names = new Map<string, number>();
  for (const { address, path, name } of findValues(file, [], DEEPEST)) {
    const [first = "", ...rest] = path;
    const chainId = CHAIN_ID.test(first) ? first : undefined;
    const key = `${chainId} ${address.toLowerCase()}`;
    if (NO_CONTRACT.test(address) || found.has(key)) continue;
    const inPath = (chainId === undefined ? path : rest).filter((part) => !IS_ADDRESS.test(part)).join(".");
    const called = name ?? (inPath === "" ? address : inPath);
    const count = (names.get(`${chainId} ${called}`) ?? 0) + 1;
    names.set(`${chainId} ${called}`, count);
    found.set(key, { address, chainId, name: count === 1 ? called : `${called} ${count}` });
  }
  return [...found.values()];
}

/** Creates a manifest for these addresses. It covers several chains if each address is nested under a chain ID. */
export function manifestOf(addresses: readonly OwnAddress[]): object {
  const contractsOf = (some: readonly OwnAddress[]) => some.map(({ name, address }) => ({ name, address }));
  if (addresses.some(({ chainId }) => chainId === undefined))
    return { schema: MANIFEST_SCHEMA, contracts: contractsOf(addresses) };
  const chains = Map.groupBy(addresses, ({ chainId }) => chainId ?? "");
  return {
    schema: FLEET_SCHEMA,
    chains: Object.fromEntries([...chains].map(([id, some]) => [id, { contracts: contractsOf(some) }])),
  };
}

interface Value {
  readonly address: string;
  /** The keys, without array indexes. */
  readonly path: readonly string[];
  /** A name from the enclosing object, or the value if the address is the key. */
  readonly name?: string | undefined;
}

function* findValues(value: unknown, path: readonly string[], depth: number): Generator<Value> {
  if (typeof value === "string" && ADDRESS.test(value)) yield { address: value, path };
  if (depth === 0) return;
  if (Array.isArray(value)) for (const each of value) yield* findValues(each, path, depth - 1);
  else if (isObject(value)) {
    const stated = [value.contractName, value.name].find((each) => typeof each === "string" && each !== "");
    for (const [key, each] of Object.entries(value)) {
      if (ADDRESS.test(key)) yield { address: key, path, name: typeof each === "string" ? each : undefined };
      if (IS_ADDRESS.test(key) && typeof each === "string" && ADDRESS.test(each))
        yield {
          address: each,
          path: [...path, key],
          name: stated === undefined ? undefined : String(stated),
        };
      else yield* findValues(each, [...path, key], depth - 1);
    }
  }
}
