import { assert } from "chai";
import { getCreateAddress } from "ethers/address";
import { findBirthBlock, hasAppearedIn } from "../../src/internal/chain/find-creation.ts";
import { DEPLOYER, FakeChain, transactionHash } from "../helpers/fake-chain.ts";

const NEVER = new AbortController().signal;
const ADDRESS = getCreateAddress({ from: DEPLOYER, nonce: 7 });

const at = (chain: FakeChain) => ({ chain, address: ADDRESS, signal: NEVER });

function chainWith(block: number, latest: number): FakeChain {
  return new FakeChain()
    .deploy(ADDRESS, "0x60", block)
    .mine(block, { hash: transactionHash(1), from: DEPLOYER, to: null, nonce: 6, input: "0x61" })
    .mine(block, { hash: transactionHash(2), from: DEPLOYER, to: null, nonce: 7, input: "0x62" })
    .mine(block, { hash: transactionHash(3), from: DEPLOYER, to: ADDRESS, nonce: 8, input: "0x63" })
    .growTo(latest);
}

describe("chain - finding the creation transaction on the chain", () => {
  for (const [block, latest] of [
    [5, 5],
    [1, 1_000_000],
    [77_777_777, 250_000_000],
  ] as const)
    it(`finds it in block ${block} of ${latest} with at most 50 calls`, async () => {
      const chain = chainWith(block, latest);
      const found = await findBirthBlock(at(chain));
      assert.equal(found?.direct?.hash, transactionHash(2));
      assert.isAtMost(chain.calls.length, 50);
    });

  it("finds none on a node without historical state", async () => {
    const chain = chainWith(10, 1000);
    chain.withoutState = true;
    assert.isUndefined(await findBirthBlock(at(chain)));
    assert.isAtMost(chain.calls.length, 3);
  });

  it("finds the block but no direct creation if another contract created the contract", async () => {
    const chain = new FakeChain()
      .deploy(ADDRESS, "0x60", 5)
      .mine(5, {
        hash: transactionHash(1),
        from: DEPLOYER,
        to: `0x${"ab".repeat(20)}`,
        nonce: 7,
        input: "0x",
      })
      .growTo(20);
    const found = await findBirthBlock(at(chain));
    assert.isUndefined(found?.direct);
    const hashes = found?.transactions.map(({ hash }) => hash);
    assert.deepEqual(hashes, [transactionHash(1)]);
  });
});

describe("chain - whether another contract created a contract in a block", () => {
  const factoryMade = () => new FakeChain().deploy(ADDRESS, "0x60", 5).growTo(20);

  it("says yes if the contract is new in the block and no transaction created it directly", async () => {
    assert.isTrue(await hasAppearedIn(at(factoryMade()), 5));
    assert.isTrue(await hasAppearedIn(at(new FakeChain().deploy(ADDRESS, "0x60", 0)), 0));
  });

  it("says no before, after, or if a transaction in the block created it directly", async () => {
    assert.isFalse(await hasAppearedIn(at(factoryMade()), 4));
    assert.isFalse(await hasAppearedIn(at(factoryMade()), 6));
    assert.isFalse(await hasAppearedIn(at(chainWith(5, 20)), 5));
  });

  it("is unknown on a node without historical state", async () => {
    const chain = factoryMade();
    chain.withoutState = true;
    assert.isUndefined(await hasAppearedIn(at(chain), 5));
  });
});
