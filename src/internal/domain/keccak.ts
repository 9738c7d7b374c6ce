import { keccak256 } from "ethers/crypto";
import { toUtf8Bytes } from "ethers/utils";

/** Characters of a code or text whose hash is remembered: more would only take memory. */
const LONGEST_KEPT = 100_000;
/** The codes and sources of a few contracts. */
const MOST_KEPT = 32;

/** Several checks and the report hash the same code, and the same sources, and a hash of 10 kB takes milliseconds. */
class RememberedHashes {
  readonly #hashes = new Map<string, string>();
  readonly #hash: (text: string) => string;

  constructor(hash: (text: string) => string) {
    this.#hash = hash;
  }

  of(text: string): string {
    const known = this.#hashes.get(text);
    if (known !== undefined) return known;
    const hash = this.#hash(text);
    if (text.length > LONGEST_KEPT) return hash;
    const [oldest] = this.#hashes.keys();
    if (this.#hashes.size >= MOST_KEPT && oldest !== undefined) this.#hashes.delete(oldest);
    this.#hashes.set(text, hash);
    return hash;
  }
}

const codes = new RememberedHashes((code) => keccak256(code));
const texts = new RememberedHashes((text) => keccak256(toUtf8Bytes(text)));

/** keccak256 of a code, 0x-hex in lower case. @param code 0x-hex */
export function codeHash(code: string): string {
  return codes.of(code);
}

/** keccak256 of a text in UTF-8, 0x-hex in lower case. */
export function hashOfText(text: string): string {
  return texts.of(text);
}
