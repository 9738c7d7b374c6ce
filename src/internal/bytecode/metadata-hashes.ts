import { canonicalJson } from "../text/canonical-json.ts";
import { ipfsHashOf } from "./ipfs-hash.ts";

/**
 * The IPFS hashes that a code can end with whose metadata has this value: written as the compiler writes JSON, beyond
 * ASCII as escapes, or in UTF-8 as versions before it did may have written it.
 *
 * @returns Nothing for a metadata of more than one block, whose hash is not worked out here.
 */
export function metadataHashesOf(metadata: unknown): readonly string[] {
  const text = canonicalJson(metadata);
  return [inAscii(text), text].flatMap((written) => ipfsHashOf(Buffer.from(written)) ?? []);
}

function inAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
