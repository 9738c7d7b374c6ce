/** The hash of the transaction in a broadcast. */
export const HASH = `0x${"1".repeat(64)}`;

interface Broadcast {
  readonly chain?: number;
  readonly timestamp?: number;
  readonly name?: string;
  readonly hash?: string;
  /** False for a broadcast without receipts. @default true */
  readonly isFinished?: boolean;
}

/** A `forge script` broadcast that created one contract. */
export function broadcastOf(
  contractAddress: string,
  { name: contractName = "V", hash = HASH, isFinished = true, ...more }: Broadcast = {},
) {
  return {
    ...more,
    transactions: [{ hash, transactionType: "CREATE", contractName, contractAddress }],
    receipts: isFinished ? [{ transactionHash: hash, contractAddress, status: "0x1" }] : [],
  };
}
