import { decode, encode } from "cborg";
import { encodeBase58 } from "ethers/utils";
import { type CodeRange, encodeCode, readNumber, toBytes } from "../domain/code-template.ts";
import { asObject, type Json, withoutUndefined } from "../text/is-object.ts";
import { memoize } from "../text/memoize.ts";

type Key = "ipfs" | "bzzr0" | "bzzr1" | "experimental" | "solc";

interface Entry {
  /** The key's position in the map. A map has at most one key per position. */
  readonly place: number;
  /** @returns undefined if solc never writes such a value. */
  readonly read: (value: unknown) => string | undefined;
}

/**
 * The entries that solc writes, in the order of `createCBORMetadata` in libsolidity/interface/CompilerStack.cpp
 * (docs.soliditylang.org, "Encoding of the Metadata Hash in the Bytecode"). Decoding is strict because comparisons mask
 * auxdata, so lenient decoding could hide a constant.
 */
const ENTRIES: Readonly<Record<Key, Entry>> = {
  ipfs: { place: 0, read: readIpfsHash },
  bzzr0: { place: 0, read: readSwarmHash },
  bzzr1: { place: 0, read: readSwarmHash },
  experimental: { place: 1, read: (value) => (value === true ? "true" : undefined) },
  solc: { place: 2, read: readVersion },
};

/** Development builds of solc write their version as a string: `0.8.28-nightly.2024.10.9+commit.7893614a`. */
const DEVELOPMENT_VERSION =
  /^0\.\d{1,2}\.\d{1,2}-[a-z]{1,12}(?:\.\d{1,4}){0,3}(?:\+commit\.[0-9a-f]{8}(?:\.mod)?)?$/;

/**
 * Decodes the values in one auxdata section to strings.
 *
 * @param cbor Excludes the two length bytes.
 * @returns undefined if the bytes only look like solc's auxdata.
 */
function decodeSolcAuxdata(cbor: Uint8Array): Partial<Record<Key, string>> | undefined {
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

function readVersion(value: unknown): string | undefined {
  if (typeof value === "string") return DEVELOPMENT_VERSION.test(value) ? value : undefined;
  if (!(value instanceof Uint8Array) || value.length !== 3) return undefined;
  const [major, minor = 0, patch = 0] = value;
  return major === 0 && minor < 100 && patch < 100 ? `0.${minor}.${patch}` : undefined;
}

/**
 * CBOR auxdata (the metadata section): a CBOR map that solc appends to bytecode, followed by its length as two bytes.
 * If a contract creates other contracts, its bytecode also contains their auxdata.
 */
export interface Auxdata extends CodeRange {
  /** Length in bytes, including the two length bytes. */
  readonly length: number;
  /** True if it contains a hash of the metadata (`ipfs`, `bzzr0`, `bzzr1`), which covers all sources and settings. */
  readonly hasHash: boolean;
  /** IPFS hash (CIDv0) of the metadata. */
  readonly ipfs?: string;
  /** Swarm hash of the metadata from solc before 0.5.9 (bzzr0), 64 hex digits without 0x. */
  readonly bzzr0?: string;
  /** Swarm hash of the metadata from later versions (bzzr1), 64 hex digits without 0x. */
  readonly bzzr1?: string;
  /** The compiler version, such as `0.8.28`. Only solc 0.5.9 and later write it. */
  readonly solcVersion?: string;
}

/** The keys that the map can start with, as CBOR text strings. */
const FIRST_KEYS: readonly Buffer[] = Object.keys(ENTRIES).map((key) =>
  Buffer.from([0x60 + key.length, ...Buffer.from(key)]),
);
const MAX_ENTRIES = 3;

const MIN_LENGTH = 6;
/** Long enough for all keys, even with a development build's version. */
const MAX_LENGTH = 128;

/** Finds all auxdata in bytecode, in order. */
export function findAuxdata(code: Uint8Array): readonly Auxdata[] {
  const found: Auxdata[] = [];
  let end = 0;
  for (const offset of findMapOffsets(code)) {
    const auxdata = offset < end ? undefined : findAuxdataAt(code, offset);
    if (auxdata === undefined) continue;
    found.push(auxdata);
    end = offset + auxdata.length;
  }
  return found;
}

/** Returns the offsets of possible maps, in order: those that would start with one of solc's keys. */
function findMapOffsets(code: Uint8Array): readonly number[] {
  const bytes = Buffer.from(code.buffer, code.byteOffset, code.length);
  const offsets: number[] = [];
  for (const key of FIRST_KEYS)
    for (let at = bytes.indexOf(key, 1); at !== -1; at = bytes.indexOf(key, at + 1)) {
      const entries = (code[at - 1] ?? 0) - 0xa0;
      if (entries >= 1 && entries <= MAX_ENTRIES) offsets.push(at - 1);
    }
  return offsets.sort((one, other) => one - other);
}

/** Finds the auxdata at the end of the bytecode, which belongs to the contract itself. */
export function findTrailingAuxdata(code: Uint8Array): Auxdata | undefined {
  const stated = readNumber(code.subarray(-2));
  const start = code.length - 2 - stated;
  return start >= 0 && stated <= MAX_LENGTH ? readAuxdata(code, start, stated) : undefined;
}

function findAuxdataAt(code: Uint8Array, offset: number): Auxdata | undefined {
  for (let size = MIN_LENGTH; size <= MAX_LENGTH && offset + size + 2 <= code.length; size += 1) {
    const stated = readNumber(code.subarray(offset + size, offset + size + 2));
    const auxdata = stated === size ? readAuxdata(code, offset, size) : undefined;
    if (auxdata !== undefined) return auxdata;
  }
  return undefined;
}

/** Caches results, because build selection and checks decode the same sections many times. */
const decodeOnce = memoize((cbor) => decodeSolcAuxdata(toBytes(cbor)));

/** @param size Length of the map in bytes. */
function readAuxdata(code: Uint8Array, start: number, size: number): Auxdata | undefined {
  const values = decodeOnce(encodeCode(code, start, start + size));
  if (values === undefined) return undefined;
  const { ipfs, bzzr0, bzzr1, solc: solcVersion } = values;
  const hasHash = ipfs !== undefined || bzzr0 !== undefined || bzzr1 !== undefined;
  return withoutUndefined({ start, length: size + 2, hasHash, ipfs, bzzr0, bzzr1, solcVersion });
}

/**
 * True if these settings make solc append CBOR auxdata (the metadata section). Otherwise, bytes that look like auxdata
 * are code.
 */
export function appendsAuxdata(settings: Json | undefined): boolean {
  return asObject(settings?.metadata).appendCBOR !== false;
}

/**
 * Decodes one CBOR value. Maps become Map objects.
 *
 * @returns undefined unless the encoding is canonical. Floats, long forms of small integers, duplicate keys, invalid
 * UTF-8 and trailing bytes are rejected.
 */
export function decodeCbor(bytes: Uint8Array): unknown {
  try {
    const value: unknown = decode(bytes, { useMaps: true });
    // solc doesn't sort the keys.
    return Buffer.compare(encode(value, { mapSorter: () => 0 }), bytes) === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}
