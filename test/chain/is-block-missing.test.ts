import { assert } from "chai";
import { isBlockMissing } from "../../src/internal/chain/chain-state.ts";

describe("chain - a block that a node does not have yet", () => {
  for (const [node, words] of [
    ["geth", "header not found"],
    ["Erigon", "block not found: 120"],
    ["Besu", "Block not found"],
    ["Nethermind", "Header 120 could not be found"],
    ["Hardhat", "Received invalid block tag 9. Latest block number is 8"],
    ["anvil", "BlockOutOfRangeError: block height is 8 but requested was 9"],
    ["Hedera's relay", "Unknown block"],
  ] as const)
    it(`should recognise ${node}'s error`, () => assert.isTrue(isBlockMissing(words)));

  for (const words of [
    "missing trie node 0c3b… (path ) state 0x… is not available",
    "historical state 0x… is not available",
    "the method eth_getCode does not exist/is not available",
    "no answer within 30 s",
  ])
    it(`should not recognise pruned state or any other failure: ${words}`, () =>
      assert.isFalse(isBlockMissing(words)));
});
