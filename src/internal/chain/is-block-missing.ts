/**
 * The error of each node for a block that it does not have yet: geth and Nethermind "header not found"; Erigon, Besu
 * and reth "block not found"; Hardhat "Received invalid block tag 9. Latest block number is 8"; anvil
 * "BlockOutOfRangeError: block height is 8 but requested was 9"; Hedera's relay "Unknown block". Errors about pruned
 * state are not listed: pruned state does not come back.
 */
const MISSING_BLOCK = [
  /\b(header|block)\b.{0,80}\bnot (be )?found\b/i,
  /\bunknown block\b/i,
  /\binvalid block tag\b.{0,40}\blatest block\b/i,
  /\bBlockOutOfRange|\bblock height is \d+ but requested was \d+/i,
  /\b(beyond|after|greater than) (the )?(current |chain )?(head|latest)\b/i,
];

/** Whether a node's error says that it does not have a block yet; a lagging node will have it soon. */
export function isBlockMissing(reason: string): boolean {
  return MISSING_BLOCK.some((words) => words.test(reason));
}
