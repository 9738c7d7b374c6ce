/**
 * What nodes say of a block that they have not got yet: geth and Nethermind "header not found", Erigon, Besu and reth
 * "block not found", Hardhat "Received invalid block tag 9. Latest block number is 8", anvil "BlockOutOfRangeError: block
 * height is 8 but requested was 9", Hedera's relay "Unknown block". State that was pruned is another matter: it does not
 * come back.
 */
const NOT_THERE = [
  /\b(header|block)\b.{0,80}\bnot (be )?found\b/i,
  /\bunknown block\b/i,
  /\binvalid block tag\b.{0,40}\blatest block\b/i,
  /\bBlockOutOfRange|\bblock height is \d+ but requested was \d+/i,
  /\b(beyond|after|greater than) (the )?(current |chain )?(head|latest)\b/i,
];

/** Whether a node said that it has not got a block: one that lags will have it soon. */
export function isBlockNotThere(reason: string): boolean {
  return NOT_THERE.some((words) => words.test(reason));
}
