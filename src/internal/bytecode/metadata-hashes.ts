import { canonicalJson } from "../text/canonical-json.ts";
import { ipfsHashOf } from "./ipfs-hash.ts";
import { swarmHashOf } from "./swarm-hash.ts";

/**
 * The possible IPFS hashes of a metadata value: the compiler escapes characters beyond ASCII, and older versions may
 * have written UTF-8.
 */
export function metadataHashesOf(metadata: unknown, hashOf = ipfsHashOf): readonly string[] {
  const text = canonicalJson(metadata);
  return [inAscii(text), text].map((written) => hashOf(Buffer.from(written)));
}

/** The possible Swarm hashes (bzzr1): 64 hex digits without 0x. */
export function swarmMetadataHashesOf(metadata: unknown): readonly string[] {
  return metadataHashesOf(metadata, swarmHashOf);
}

function inAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
