import { createHash, randomBytes } from "node:crypto";

/**
 * 32 bytes that no node can foresee.
 *
 * @param seed Secret until the first request of the run; the same seed gives the same bytes for the same purpose. @default
 *   other bytes each time
 * @param purpose Different purposes get unrelated bytes.
 */
export function chance(seed: string | undefined, address: string, purpose: string): Buffer {
  if (seed === undefined) return randomBytes(32);
  return createHash("sha256")
    .update(JSON.stringify([seed, address.toLowerCase(), purpose]))
    .digest();
}
