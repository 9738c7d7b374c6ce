import { assert } from "chai";
import { getCreateAddress } from "ethers/address";
import { CreationWitness } from "../../src/internal/chain/creation-witness.ts";
import { confirmCreation } from "../../src/internal/chain/read-creation.ts";
import { DEPLOYER, FakeChain, transactionHash } from "../helpers/fake-chain.ts";

const ADDRESS = getCreateAddress({ from: DEPLOYER, nonce: 7 });
const HASH = transactionHash(7);
const NEVER = new AbortController().signal;

function chainWith(more: Parameters<FakeChain["mine"]>[1] | object = {}): FakeChain {
  return new FakeChain().mine(
    5,
    { hash: HASH, from: DEPLOYER, to: null, nonce: 7, input: "0x6001", ...more },
    { contractAddress: ADDRESS },
  );
}

async function confirm(chain: FakeChain, knownFrom: "query-service" | "chain" | "deployment") {
  const witness = new CreationWitness(undefined, ADDRESS, NEVER);
  const now = { chainId: 31337, address: ADDRESS, runtimeBytecode: "0x60" };
  const facts = await confirmCreation({ chain, ...now, witness, signal: NEVER }, HASH, knownFrom);
  return typeof facts === "string" ? assert.fail(facts) : facts;
}

describe("chain - confirming the creation transaction", () => {
  it("should need no receipt if sender and nonce give the query service's address", async () => {
    // With chain id, block number, and the code at the beginning and at the end, a run asks the relay six times.
    const chain = chainWith();
    const facts = await confirm(chain, "query-service");
    assert.deepEqual(chain.calls, ["eth_getTransactionByHash", "eth_getBlockByNumber 5"]);
    const { knownFrom: _, ...shown } = facts;
    const { knownFrom: __, ...byReceipt } = await confirm(chainWith(), "chain");
    assert.deepEqual(shown, byReceipt);
  });

  for (const [what, chain, knownFrom] of [
    ["names the transaction, but the nonce differs", chainWith({ nonce: 8 }), "query-service"],
    ["names the transaction, but it has no signature", chainWith({ isSigned: false }), "query-service"],
    [
      "names the transaction, but the node doesn't say where it was mined",
      chainWith({ position: undefined }),
      "query-service",
    ],
    ["doesn't name the transaction", chainWith(), "deployment"],
  ] as const)
    it(`should read the receipt if the query service ${what}`, async () => {
      await confirm(chain, knownFrom);
      assert.include(chain.calls, "eth_getTransactionReceipt");
    });
});
