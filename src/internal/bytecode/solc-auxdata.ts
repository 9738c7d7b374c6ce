import { encodeBase58 } from "ethers/utils";

import { decodeCbor } from "./decode-cbor.ts";

/** The keys of solc. */
type Key = "ipfs" | "bzzr0" | "bzzr1" | "experimental" | "solc";

/** The values of one auxdata, as text. */
export type SolcAuxdata = Readonly<Partial<Record<Key, string>>>;

/** What solc writes for a key. */
interface Entry {
  /** The places of the keys in the map. A map has at most one key of each place. */
  readonly place: number;
  /** @returns undefined for a value that solc does not write. */
  readonly read: (value: unknown) => string | undefined;
}

/**
 * The entries that solc writes (docs.soliditylang.org, "Encoding of the Metadata Hash in the Bytecode"; the order is
 * that of `createCBORMetadata` in libsolidity/interface/CompilerStack.cpp). Strict, because comparisons mask auxdata:
 * anything looser could hide a constant.
 */
const ENTRIES: Readonly<Record<Key, Entry>> = {
  ipfs: { place: 0, read: readIpfsHash },
  bzzr0: { place: 0, read: readSwarmHash },
  bzzr1: { place: 0, read: readSwarmHash },
  experimental: { place: 1, read: (value) => (value === true ? "true" : undefined) },
  solc: { place: 2, read: readVersion },
};

export const SOLC_KEYS: readonly string[] = Object.keys(ENTRIES);

/** A development build writes its version as text: `0.8.28-nightly.2024.10.9+commit.7893614a`. */
const DEVELOPMENT_VERSION =
  /^0\.\d{1,2}\.\d{1,2}-[a-z]{1,12}(?:\.\d{1,4}){0,3}(?:\+commit\.[0-9a-f]{8}(?:\.mod)?)?$/;

/**
 * @param cbor Without the two bytes of the length.
 * @returns undefined for bytes that only look like auxdata of solc.
 */
export function decodeSolcAuxdata(cbor: Uint8Array): SolcAuxdata | undefined {
  const map = decodeCbor(cbor);
  if (!(map instanceof Map) || map.size === 0) return undefined;
  const values: Partial<Record<Key, string>> = {};
  let last = -1;
  for (const [key, value] of map) {
    if (!isKey(key)) return undefined;
    const { place, read } = ENTRIES[key];
    const text = read(value);
    if (text === undefined || place <= last) return undefined;
    values[key] = text;
    last = place;
  }
  return values;
}

function isKey(key: unknown): key is Key {
  return typeof key === "string" && Object.hasOwn(ENTRIES, key);
}

/** A sha2-256 multihash: 0x12, 0x20 and 32 bytes. */
function readIpfsHash(value: unknown): string | undefined {
  const isHash = value instanceof Uint8Array && value.length === 34 && value[0] === 0x12 && value[1] === 0x20;
  return isHash ? encodeBase58(value) : undefined;
}

function readSwarmHash(value: unknown): string | undefined {
  return value instanceof Uint8Array && value.length === 32 ? Buffer.from(value).toString("hex") : undefined;
}

/** A release writes three bytes. */
function readVersion(value: unknown): string | undefined {
  if (typeof value === "string") return DEVELOPMENT_VERSION.test(value) ? value : undefined;
  if (!(value instanceof Uint8Array) || value.length !== 3) return undefined;
  const [major, minor = 0, patch = 0] = value;
  return major === 0 && minor < 100 && patch < 100 ? `0.${minor}.${patch}` : undefined;
}
