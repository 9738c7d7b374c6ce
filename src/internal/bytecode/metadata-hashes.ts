import { keccak256, sha256 } from "ethers/crypto";
import { encodeBase58 } from "ethers/utils";
import { canonicalJson } from "../text/canonical-json.ts";
import { getOrAdd } from "../text/memoize.ts";

/**
 * Computes the possible hashes of metadata: with non-ASCII characters escaped, as the compiler writes them, and as
 * UTF-8, which older versions may have written.
 */
export function computeMetadataHashes(metadata: unknown, computeHash = computeIpfsHash): readonly string[] {
  const text = canonicalJson(metadata);
  // Both are equal for most metadata, and hashing megabytes takes seconds.
  const written = new Set([escapeNonAscii(text), text]);
  return Array.from(written, (each) => computeHash(Buffer.from(each)));
}

function escapeNonAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** File bytes per block, and links per node (the defaults of `ipfs add`). */
const BLOCK = 262_144;
const MAX_LINKS = 174;

interface Linked {
  /** This block's hash. */
  readonly multihash: Buffer;
  /** Number of file bytes in this block and its descendants. */
  readonly fileSize: number;
  /** Size of this block and all its descendants, in bytes. */
  readonly totalSize: number;
}

/**
 * Computes the IPFS hash (CIDv0) of a file, as solc does for its metadata: the sha2-256 of a dag-pb node that contains
 * a UnixFS file, or links to the nodes with its parts (github.com/ipfs/specs, UNIXFS.md).
 *
 * @returns `Qm…`
 */
export function computeIpfsHash(content: Uint8Array): string {
  let level = chunks(content.length, BLOCK, (start, end) => leaf(content.subarray(start, end)));
  while (level.length > 1) {
    const below = level;
    level = chunks(below.length, MAX_LINKS, (start, end) => node(below.slice(start, end)));
  }
  const [root = leaf(content)] = level;
  return encodeBase58(root.multihash);
}

function leaf(part: Uint8Array): Linked {
  const size = varint(part.length);
  const data = part.length === 0 ? [] : [Buffer.from([0x12]), size, part];
  return linked(
    field(0x0a, Buffer.concat([Buffer.from([0x08, 0x02]), ...data, Buffer.from([0x18]), size])),
    part.length,
    0,
  );
}

function node(children: readonly Linked[]): Linked {
  const links = children.map(({ multihash, totalSize }) =>
    field(0x12, Buffer.concat([field(0x0a, multihash), Buffer.from([0x12, 0x00, 0x18]), varint(totalSize)])),
  );
  const fileSize = sum(children.map((child) => child.fileSize));
  const sizes = children.flatMap((child) => [Buffer.from([0x20]), varint(child.fileSize)]);
  const unixFs = Buffer.concat([Buffer.from([0x08, 0x02, 0x18]), varint(fileSize), ...sizes]);
  const block = Buffer.concat([...links, field(0x0a, unixFs)]);
  return linked(block, fileSize, sum(children.map((child) => child.totalSize)));
}

function linked(block: Uint8Array, fileSize: number, sizeBelow: number): Linked {
  const multihash = Buffer.concat([Buffer.from([0x12, 0x20]), Buffer.from(sha256(block).slice(2), "hex")]);
  return { multihash, fileSize, totalSize: block.length + sizeBelow };
}

function field(tag: number, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([tag]), varint(value.length), value]);
}

function chunks<Part>(length: number, size: number, toPart: (start: number, end: number) => Part) {
  return Array.from({ length: Math.ceil(length / size) }, (_, at) => toPart(at * size, (at + 1) * size));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

const CHUNK = 0x1000;
const SEGMENT = 32;
const CHUNKS_PER_NODE = CHUNK / SEGMENT;

/** Returns the number of file bytes in each part of a file that is longer than one chunk. */
function partLength(length: number): number {
  let part = CHUNK;
  while (part * CHUNKS_PER_NODE < length) part *= CHUNKS_PER_NODE;
  return part;
}

/** The length as 8 little-endian bytes, which precede the hashed data. */
function encodeSpan(length: number): Buffer {
  const span = Buffer.alloc(8);
  span.writeBigUInt64LE(BigInt(length));
  return span;
}

/**
 * Computes the Swarm hash that solc before 0.5.9 writes (libsolutil, SwarmHash.cpp, `bzzr0Hash`).
 *
 * @returns 64 hex digits without 0x.
 */
export function computeOldSwarmHash(content: Uint8Array): string {
  return Buffer.from(oldSwarmHash(content)).toString("hex");
}

function oldSwarmHash(data: Uint8Array): Uint8Array {
  if (data.length <= CHUNK) return hashed(encodeSpan(data.length), data);
  const part = partLength(data.length);
  const hashes = chunks(data.length, part, (start, end) => oldSwarmHash(data.subarray(start, end)));
  return hashed(encodeSpan(data.length), ...hashes);
}

/**
 * Computes the Swarm hash of a file, which solc since 0.5.9 writes into its metadata as `bzz-raw://…` (libsolutil, SwarmHash.cpp,
 * `bzzr1Hash`).
 *
 * @param known Cache of chunk hashes, to share between files with common chunks. @default empty
 * @returns 64 hex digits without 0x.
 */
export function computeSwarmHash(content: Uint8Array, known: KnownChunks = new Map()): string {
  return content.length === 0
    ? "0".repeat(64)
    : Buffer.from(chunkHash(content, false, known)).toString("hex");
}

/** The tree hash of each chunk, keyed by the chunk's bytes as a Latin-1 string. */
export type KnownChunks = Map<string, Uint8Array>;

function chunkHash(data: Uint8Array, isForcedUp: boolean, known: KnownChunks): Uint8Array {
  const filled = new Uint8Array(CHUNK);
  if (data.length < CHUNK || (data.length === CHUNK && !isForcedUp)) filled.set(data);
  else {
    const part = partLength(data.length);
    for (let at = 0; at * part < data.length; at += 1) {
      const hash = chunkHash(data.subarray(at * part, (at + 1) * part), part > CHUNK, known);
      filled.set(hash, at * SEGMENT);
    }
  }
  const key = Buffer.from(filled.buffer).toString("latin1");
  const tree = getOrAdd(known, key, () => treeHash(filled));
  return hashed(encodeSpan(data.length), tree);
}

/** Caches the tree hashes of zeros by length, because short chunks are mostly zero padding. */
const zeroTrees = new Map<number, Uint8Array>();

function treeHash(data: Uint8Array): Uint8Array {
  if (data.length <= 2 * SEGMENT) return hashed(data);
  const middle = data.length / 2;
  const join = () => hashed(treeHash(data.subarray(0, middle)), treeHash(data.subarray(middle)));
  const isZero = data.at(-1) === 0 && data.every((byte) => byte === 0);
  return isZero ? getOrAdd(zeroTrees, data.length, join) : join();
}

function hashed(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.from(keccak256(Buffer.concat(parts)).slice(2), "hex");
}
