import { AuxdataStyle, decode, type SolidityDecodedObject } from "@ethereum-sourcify/bytecode-utils";

import { encodeCode } from "../domain/code-template.ts";

/**
 * A CBOR map that the Solidity compiler put after a code, with its two bytes of length.
 * A contract that creates others has one more for each of them, inside its own code.
 */
export interface MetadataSection {
  /** Bytes from the start of the code. */
  readonly offset: number;
  /** Bytes, the two of the length included. */
  readonly length: number;
  /** Whether it holds a hash of the metadata (`ipfs`, `bzzr0`, `bzzr1`), which covers all sources and settings. */
  readonly hasHash: boolean;
  /** IPFS hash (CIDv0) of the metadata, where it is one. */
  readonly ipfs?: string;
  /** Swarm hash (bzzr1) of the metadata, 64 hex digits without 0x, where it is one. */
  readonly bzzr1?: string;
  /** Of the compiler, `0.8.28`; since 0.5.9. */
  readonly solcVersion?: string;
}

/**
 * What Solidity writes, by key (docs.soliditylang.org, "Encoding of the Metadata Hash in the Bytecode"): a CID of
 * sha2-256, a Swarm hash, a version, true. A section is masked, so that anything looser could hide a constant.
 */
const VALUES: Readonly<Record<string, RegExp>> = {
  ipfs: /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/,
  bzzr0: /^0x[0-9a-f]{64}$/,
  bzzr1: /^0x[0-9a-f]{64}$/,
  solcVersion: /^0\.\d{1,2}\.\d{1,2}(?:[-+.\w]*)$/,
  experimental: /^true$/,
};

/** First bytes of such a map: one to four entries, the first key one of ipfs, solc, bzzr0, bzzr1, experimental. */
const FIRST_KEYS: readonly (readonly number[])[] = ["ipfs", "solc", "bzzr0", "bzzr1", "experimental"].map(
  (key) => [0x60 + key.length, ...Buffer.from(key)],
);

const SHORTEST = 6;
/** All keys with a development build's version string come to less. */
const LONGEST = 200;

/** Finds every metadata section of a code, in order. */
export function findMetadataSections(code: Uint8Array): readonly MetadataSection[] {
  const sections: MetadataSection[] = [];
  for (let offset = 0; offset < code.length - SHORTEST; offset += 1) {
    const entries = (code[offset] ?? 0) - 0xa0;
    if (entries < 1 || entries > 4 || !startsWithKnownKey(code, offset + 1)) continue;
    const section = readSection(code, offset);
    if (section === undefined) continue;
    sections.push(section);
    offset += section.length - 1;
  }
  return sections;
}

/** The section that a code ends with: the contract's own. */
export function findTrailingSection(code: Uint8Array): MetadataSection | undefined {
  const stated = ((code.at(-2) ?? 0) << 8) | (code.at(-1) ?? 0);
  const offset = code.length - 2 - stated;
  return offset >= 0 && stated <= LONGEST ? readSection(code, offset) : undefined;
}

function startsWithKnownKey(code: Uint8Array, offset: number): boolean {
  return FIRST_KEYS.some((key) => key.every((byte, index) => code[offset + index] === byte));
}

function readSection(code: Uint8Array, offset: number): MetadataSection | undefined {
  for (let cbor = SHORTEST; cbor <= LONGEST && offset + cbor + 2 <= code.length; cbor += 1) {
    const stated = ((code[offset + cbor] ?? 0) << 8) | (code[offset + cbor + 1] ?? 0);
    if (stated !== cbor) continue;
    const decoded = decodeSection(encodeCode(code, offset, offset + cbor + 2));
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

function decodeSection(hex: string): SolidityDecodedObject | undefined {
  try {
    const decoded = decode(hex, AuxdataStyle.SOLIDITY);
    return Object.entries(decoded).every(([key, value]) => isCompilers(key, value)) ? decoded : undefined;
  } catch {
    // Bytes that only look like a section.
    return undefined;
  }
}

function isCompilers(key: string, value: unknown): boolean {
  return Object.hasOwn(VALUES, key) && VALUES[key]?.test(String(value)) === true;
}
