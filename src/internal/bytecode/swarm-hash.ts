import { keccak256 } from "ethers/crypto";

const CHUNK = 0x1000;
const SEGMENT = 32;
const CHUNKS_OF_A_NODE = CHUNK / SEGMENT;

/**
 * The Swarm hash of a file, which solc writes into its metadata as `bzz-raw://…` (libsolutil, SwarmHash.cpp,
 * `bzzr1Hash`).
 *
 * @param known Cache of chunk hashes, for files with common chunks. @default empty
 * @returns 64 hex digits without 0x.
 */
export function swarmHashOf(content: Uint8Array, known: KnownChunks = new Map()): string {
  return content.length === 0
    ? "0".repeat(64)
    : Buffer.from(chunkHash(content, false, known)).toString("hex");
}

/** Hashes of the trees over chunks, by their bytes as Latin-1. */
export type KnownChunks = Map<string, Uint8Array>;

function chunkHash(data: Uint8Array, isForcedUp: boolean, known: KnownChunks): Uint8Array {
  const filled = new Uint8Array(CHUNK);
  if (data.length < CHUNK || (data.length === CHUNK && !isForcedUp)) filled.set(data);
  else {
    let part = CHUNK;
    while (part * CHUNKS_OF_A_NODE < data.length) part *= CHUNKS_OF_A_NODE;
    for (let at = 0; at * part < data.length; at += 1) {
      const hash = chunkHash(data.subarray(at * part, (at + 1) * part), part > CHUNK, known);
      filled.set(hash, at * SEGMENT);
    }
  }
  const span = Buffer.alloc(8);
  span.writeBigUInt64LE(BigInt(data.length));
  const key = Buffer.from(filled.buffer).toString("latin1");
  const tree = known.get(key) ?? treeHash(filled);
  known.set(key, tree);
  return hashed(span, tree);
}

/** Hashes of trees over zeros, by length: short chunks consist mostly of zeros. */
const zeroTrees = new Map<number, Uint8Array>();

function treeHash(data: Uint8Array): Uint8Array {
  if (data.length > 2 * SEGMENT && data.at(-1) === 0 && data.every((byte) => byte === 0)) {
    const tree = zeroTrees.get(data.length) ?? join(data);
    zeroTrees.set(data.length, tree);
    return tree;
  }
  return join(data);
}

function join(data: Uint8Array): Uint8Array {
  if (data.length <= 2 * SEGMENT) return hashed(data);
  const middle = data.length / 2;
  return hashed(treeHash(data.subarray(0, middle)), treeHash(data.subarray(middle)));
}

function hashed(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.from(keccak256(Buffer.concat(parts)).slice(2), "hex");
}
