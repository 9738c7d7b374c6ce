import { assert } from "chai";
import type { Chain } from "../../src/internal/local/chain/chain.ts";
import { ContractIndex } from "../../src/internal/local/chain/contract-index.ts";

/** A chain of empty blocks that writes down which were read. */
function emptyChain(latest: number, forkedAt?: number): { chain: Chain; read: number[] } {
  const read: number[] = [];
  const chain: Partial<Chain> = {
    latestBlockNumber: async () => latest,
    block: async (number) => {
      read.push(Number(number));
      const hash = `0x${Number(number).toString(16).padStart(64, "0")}`;
      return { hash, number: Number(number), parentHash: hash, timestamp: 0, gasUsed: 0, transactions: [] };
    },
    forkedBlockNumber: async () => forkedAt,
  };
  return { chain: chain as Chain, read };
}

describe("local - contract index", () => {
  it("should read each block once", async () => {
    const { chain, read } = emptyChain(40);
    const index = new ContractIndex(chain);
    await Promise.all([index.byNumber(1001), index.byNumber(1002)]);
    assert.sameMembers(
      read,
      Array.from({ length: 41 }, (_, number) => number),
    );
    await index.byNumber(1001);
    // The last block shows whether it is still the same chain.
    assert.deepEqual(read.slice(41), [40]);
  });

  it("should skip the blocks of a forked network, and read only the last ones of a long chain", async () => {
    const { chain, read } = emptyChain(20_000_003, 20_000_000);
    await new ContractIndex(chain).byNumber(1001);
    assert.sameMembers(read, [20_000_001, 20_000_002, 20_000_003]);
    const long = emptyChain(50_000);
    await new ContractIndex(long.chain).byNumber(1001);
    assert.deepEqual([long.read.length, Math.min(...long.read)], [10_000, 40_001]);
  });
});
