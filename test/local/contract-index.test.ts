import { assert } from "chai";
import type { Chain } from "../../src/internal/local/chain/chain.ts";
import { ContractIndex } from "../../src/internal/local/chain/contract-index.ts";

/** A chain of empty blocks that writes down which were read. */
function emptyChain(latest: number, forkedAt?: number): { chain: Chain; read: number[] } {
  const read: number[] = [];
  const chain: Chain = {
    chainId: async () => "31337",
    latestBlockNumber: async () => latest,
    block: async (number) => {
      read.push(Number(number));
      const hash = `0x${Number(number).toString(16).padStart(64, "0")}`;
      return { hash, number: Number(number), parentHash: hash, timestamp: 0, gasUsed: 0, transactions: [] };
    },
    transaction: async () => undefined,
    receipt: async () => undefined,
    trace: async () => undefined,
    code: async () => "0x",
    storage: async () => "0x",
    call: async () => "0x",
    nonce: async () => 0,
    birthOf: async () => undefined,
    forkedBlockNumber: async () => forkedAt,
  };
  return { chain, read };
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

  it("should skip the blocks of a network that the chain has forked", async () => {
    const { chain, read } = emptyChain(20_000_003, 20_000_000);
    await new ContractIndex(chain).byNumber(1001);
    assert.sameMembers(read, [20_000_001, 20_000_002, 20_000_003]);
  });

  it("should read only the last blocks of a long chain", async () => {
    const { chain, read } = emptyChain(50_000);
    await new ContractIndex(chain).byNumber(1001);
    assert.lengthOf(read, 10_000);
    assert.equal(Math.min(...read), 40_001);
  });
});
