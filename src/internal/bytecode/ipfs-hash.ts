import { sha256 } from "ethers/crypto";
import { encodeBase58 } from "ethers/utils";

/** Bytes of a file in one block, and links in one node (the defaults of `ipfs add`). */
const BLOCK = 262_144;
const MOST_LINKS = 174;

/** A link to a block. */
interface Linked {
  /** The block's own. */
  readonly multihash: Buffer;
  /** Bytes of the file in it and below. */
  readonly fileSize: number;
  /** Bytes of the blocks in it and below. */
  readonly totalSize: number;
}

/**
 * The IPFS hash (CIDv0) of a file, as solc computes it for its metadata: the sha2-256 of a dag-pb node with a UnixFS
 * file, or with links to the nodes of its parts (github.com/ipfs/specs, UNIXFS.md).
 *
 * @returns `Qm…`
 */
export function ipfsHashOf(content: Uint8Array): string {
  let level = chunks(content.length, BLOCK, (start, end) => leaf(content.subarray(start, end)));
  while (level.length > 1) {
    const below = level;
    level = chunks(below.length, MOST_LINKS, (start, end) => node(below.slice(start, end)));
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

function chunks(length: number, size: number, linkTo: (start: number, end: number) => Linked) {
  return Array.from({ length: Math.ceil(length / size) }, (_, at) => linkTo(at * size, (at + 1) * size));
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
