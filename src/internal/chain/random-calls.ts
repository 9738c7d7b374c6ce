import { createHash, randomBytes } from "node:crypto";

/** A call that no implementation expects. */
export interface RandomCall {
  readonly from: string;
  readonly data: string;
}

/** Also what a node has where no sender is given. */
const ZERO_ADDRESS = `0x${"0".repeat(40)}`;
const SELECTOR_BYTES = 4;
const SENDER_BYTES = 20;

/**
 * Two random senders, of which one is an even and one an odd number, and the zero address.
 *
 * @param seed See `chance`.
 * @param address The contract that is called.
 */
export function randomCalls(
  seed: string | undefined,
  address: string,
): readonly [RandomCall, ...RandomCall[]] {
  const bytes = (purpose: string, length: number): Buffer =>
    chance(seed, address, purpose).subarray(0, length);
  const selector = `0x${bytes("selector", SELECTOR_BYTES).toString("hex")}`;
  const even = bytes("even sender", SENDER_BYTES);
  const odd = bytes("odd sender", SENDER_BYTES);
  even[SENDER_BYTES - 1] = (even[SENDER_BYTES - 1] ?? 0) & 0xfe;
  odd[SENDER_BYTES - 1] = (odd[SENDER_BYTES - 1] ?? 0) | 1;
  const sender = (of: Buffer): string => `0x${of.toString("hex")}`;
  return [
    { from: sender(even), data: "0x" },
    { from: sender(even), data: selector },
    { from: sender(odd), data: selector },
    { from: ZERO_ADDRESS, data: selector },
  ];
}

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
