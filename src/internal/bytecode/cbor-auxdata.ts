import { decodeSolcAuxdata, SOLC_KEYS } from "./solc-auxdata.ts";

/**
 * CBOR auxdata (the metadata section): a CBOR map that solc appends to a code, and two bytes with its length. The code
 * of a contract that creates others also contains theirs.
 */
export interface Auxdata {
  /** Bytes from the start of the code. */
  readonly offset: number;
  /** Bytes, including the two of the length. */
  readonly length: number;
  /** Whether it has a hash of the metadata (`ipfs`, `bzzr0`, `bzzr1`), which covers all sources and settings. */
  readonly hasHash: boolean;
  /** IPFS hash (CIDv0) of the metadata. */
  readonly ipfs?: string;
  /** Swarm hash (bzzr1) of the metadata, 64 hex digits without 0x. */
  readonly bzzr1?: string;
  /** The compiler's version, `0.8.28`; written since 0.5.9. */
  readonly solcVersion?: string;
}

/** What the map starts with: a key as a CBOR text string. */
const FIRST_KEYS: readonly (readonly number[])[] = SOLC_KEYS.map((key) => [
  0x60 + key.length,
  ...Buffer.from(key),
]);
const MOST_ENTRIES = 3;

const SHORTEST = 6;
/** Longer than all keys with the version of a development build. */
const LONGEST = 128;

/** Finds all auxdata in a code, in order. */
export function findAuxdata(code: Uint8Array): readonly Auxdata[] {
  const found: Auxdata[] = [];
  for (let offset = 0; offset < code.length - SHORTEST; offset += 1) {
    const entries = (code[offset] ?? 0) - 0xa0;
    if (entries < 1 || entries > MOST_ENTRIES || !startsWithKnownKey(code, offset + 1)) continue;
    const auxdata = auxdataFrom(code, offset);
    if (auxdata === undefined) continue;
    found.push(auxdata);
    offset += auxdata.length - 1;
  }
  return found;
}

/** The auxdata that a code ends with: the contract's own. */
export function findTrailingAuxdata(code: Uint8Array): Auxdata | undefined {
  const stated = ((code.at(-2) ?? 0) << 8) | (code.at(-1) ?? 0);
  const offset = code.length - 2 - stated;
  return offset >= 0 && stated <= LONGEST ? readAuxdata(code, offset, stated) : undefined;
}

function startsWithKnownKey(code: Uint8Array, offset: number): boolean {
  return FIRST_KEYS.some((key) => key.every((byte, index) => code[offset + index] === byte));
}

function auxdataFrom(code: Uint8Array, offset: number): Auxdata | undefined {
  for (let size = SHORTEST; size <= LONGEST && offset + size + 2 <= code.length; size += 1) {
    const stated = ((code[offset + size] ?? 0) << 8) | (code[offset + size + 1] ?? 0);
    const auxdata = stated === size ? readAuxdata(code, offset, size) : undefined;
    if (auxdata !== undefined) return auxdata;
  }
  return undefined;
}

/** @param size Bytes of the map. */
function readAuxdata(code: Uint8Array, offset: number, size: number): Auxdata | undefined {
  const values = decodeSolcAuxdata(code.subarray(offset, offset + size));
  if (values === undefined) return undefined;
  const { ipfs, bzzr0, bzzr1, solc } = values;
  return {
    offset,
    length: size + 2,
    hasHash: ipfs !== undefined || bzzr0 !== undefined || bzzr1 !== undefined,
    ...(ipfs === undefined ? {} : { ipfs }),
    ...(bzzr1 === undefined ? {} : { bzzr1 }),
    ...(solc === undefined ? {} : { solcVersion: solc }),
  };
}
