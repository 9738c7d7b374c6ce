import { keccak256 } from "ethers/crypto";
import { toUtf8Bytes } from "ethers/utils";

/** Characters of a code or text whose hash is remembered: more would only take memory. */
const LONGEST_KEPT = 100_000;
/** The codes and sources of a few contracts. */
const MOST_KEPT = 32;

/** keccak256 of a code, 0x-hex in lower case. @param code 0x-hex */
export const codeHash = remembering(keccak256);

/** keccak256 of a text in UTF-8, 0x-hex in lower case. */
export const hashOfText = remembering((text) => keccak256(toUtf8Bytes(text)));

/** Several checks and the report hash the same code, and the same sources, and a hash of 10 kB takes milliseconds. */
function remembering(hashOf: (text: string) => string): (text: string) => string {
  const hashes = new Map<string, string>();
  return (text) => {
    const known = hashes.get(text);
    if (known !== undefined) return known;
    const hash = hashOf(text);
    if (text.length > LONGEST_KEPT) return hash;
    const [oldest] = hashes.keys();
    if (hashes.size >= MOST_KEPT && oldest !== undefined) hashes.delete(oldest);
    hashes.set(text, hash);
    return hash;
  };
}
