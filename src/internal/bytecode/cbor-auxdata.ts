import { AuxdataStyle, decode, type SolidityDecodedObject } from "@ethereum-sourcify/bytecode-utils";

import { encodeCode } from "../domain/code-template.ts";

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

/**
 * The values that solc writes, by key (docs.soliditylang.org, "Encoding of the Metadata Hash in the Bytecode"). Strict,
 * because comparisons mask auxdata: a looser pattern could hide a constant.
 */
const VALUES: Readonly<Record<string, RegExp>> = {
  ipfs: /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/,
  bzzr0: /^0x[0-9a-f]{64}$/,
  bzzr1: /^0x[0-9a-f]{64}$/,
  solcVersion: /^0\.\d{1,2}\.\d{1,2}(?:[-+.\w]*)$/,
  experimental: /^true$/,
};

/** The first keys, as CBOR text strings. The map has one to four entries. */
const FIRST_KEYS: readonly (readonly number[])[] = ["ipfs", "solc", "bzzr0", "bzzr1", "experimental"].map(
  (key) => [0x60 + key.length, ...Buffer.from(key)],
);

const SHORTEST = 6;
/** More than all keys with the version string of a development build. */
const LONGEST = 200;

/** Finds all auxdata in a code, in order. */
export function findAuxdata(code: Uint8Array): readonly Auxdata[] {
  const found: Auxdata[] = [];
  for (let offset = 0; offset < code.length - SHORTEST; offset += 1) {
    const entries = (code[offset] ?? 0) - 0xa0;
    if (entries < 1 || entries > 4 || !startsWithKnownKey(code, offset + 1)) continue;
    const auxdata = readAuxdata(code, offset);
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
  return offset >= 0 && stated <= LONGEST ? readAuxdata(code, offset) : undefined;
}

function startsWithKnownKey(code: Uint8Array, offset: number): boolean {
  return FIRST_KEYS.some((key) => key.every((byte, index) => code[offset + index] === byte));
}

function readAuxdata(code: Uint8Array, offset: number): Auxdata | undefined {
  for (let cbor = SHORTEST; cbor <= LONGEST && offset + cbor + 2 <= code.length; cbor += 1) {
    const stated = ((code[offset + cbor] ?? 0) << 8) | (code[offset + cbor + 1] ?? 0);
    if (stated !== cbor) continue;
    const decoded = decodeAuxdata(encodeCode(code, offset, offset + cbor + 2));
    if (decoded === undefined) continue;
    const hasHash = decoded.ipfs !== undefined || decoded.bzzr0 !== undefined || decoded.bzzr1 !== undefined;
    const { ipfs, bzzr1, solcVersion } = decoded;
    return {
      offset,
      length: cbor + 2,
      hasHash,
      ...(ipfs === undefined ? {} : { ipfs }),
      ...(bzzr1 === undefined ? {} : { bzzr1: bzzr1.replace(/^0x/, "") }),
      ...(solcVersion === undefined ? {} : { solcVersion }),
    };
  }
  return undefined;
}

function decodeAuxdata(hex: string): SolidityDecodedObject | undefined {
  try {
    const decoded = decode(hex, AuxdataStyle.SOLIDITY);
    return Object.entries(decoded).every(([key, value]) => isWrittenBySolc(key, value)) ? decoded : undefined;
  } catch {
    // Bytes that only look like auxdata.
    return undefined;
  }
}

function isWrittenBySolc(key: string, value: unknown): boolean {
  return Object.hasOwn(VALUES, key) && VALUES[key]?.test(String(value)) === true;
}
