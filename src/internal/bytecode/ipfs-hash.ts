import { sha256 } from "ethers/crypto";
import { encodeBase58 } from "ethers/utils";

/** A longer file is cut into several blocks, whose tree is not worked out here (the default of IPFS's `add`). */
const LONGEST_SINGLE_BLOCK = 262_144;

/**
 * The IPFS hash (CIDv0) of a file, as the Solidity compiler works it out for its metadata: the sha2-256 of one dag-pb
 * node that holds one UnixFS file (github.com/ipfs/specs, UNIXFS.md).
 *
 * @returns `Qm…`, or undefined for a file of more than one block.
 */
export function ipfsHashOf(content: Uint8Array): string | undefined {
  if (content.length > LONGEST_SINGLE_BLOCK) return undefined;
  const size = varint(content.length);
  const unixFs = Buffer.concat([Buffer.from([0x08, 0x02, 0x12]), size, content, Buffer.from([0x18]), size]);
  const node = Buffer.concat([Buffer.from([0x0a]), varint(unixFs.length), unixFs]);
  const multihash = Buffer.concat([Buffer.from([0x12, 0x20]), Buffer.from(sha256(node).slice(2), "hex")]);
  return encodeBase58(multihash);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return Buffer.from([...bytes, rest]);
}
