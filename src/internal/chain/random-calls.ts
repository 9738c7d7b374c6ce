import { randomBytes } from "node:crypto";

/** A call that no implementation expects. */
export interface RandomCall {
  readonly from: string;
  readonly data: string;
}

/** Also what a node has where no sender is given. */
const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** Two random senders, of which one is an even and one an odd number, and the zero address. */
export function randomCalls(): readonly [RandomCall, ...RandomCall[]] {
  const selector = `0x${randomBytes(4).toString("hex")}`;
  const even = randomBytes(20);
  const odd = randomBytes(20);
  even[19] = (even[19] ?? 0) & 0xfe;
  odd[19] = (odd[19] ?? 0) | 1;
  const sender = (bytes: Buffer): string => `0x${bytes.toString("hex")}`;
  return [
    { from: sender(even), data: "0x" },
    { from: sender(even), data: selector },
    { from: sender(odd), data: selector },
    { from: ZERO_ADDRESS, data: selector },
  ];
}
