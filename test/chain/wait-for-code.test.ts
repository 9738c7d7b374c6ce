import { assert } from "chai";

import { ChainError } from "../../src/internal/chain/chain-port.ts";
import { attemptsLeft } from "../../src/internal/chain/retry-until-present.ts";
import { waitForCode } from "../../src/internal/chain/wait-for-code.ts";
import { FakeChain } from "../helpers/fake-chain.ts";

const NEVER = new AbortController().signal;
const ADDRESS = "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e";

describe("chain - waiting for the code of a fresh deployment", () => {
  it("gives the code at once where it is there", async () => {
    const chain = new FakeChain().deploy(ADDRESS, "0x60", 1);
    const found = await waitForCode(chain, ADDRESS, 8, NEVER, () => assert.fail("it waited"));
    assert.deepEqual(found, { code: "0x60", blockNumber: 1 });
    assert.deepEqual(chain.calls, ["eth_blockNumber", "eth_getCode 1"]);
  });

  it("waits for a lagging node, and says so once", async () => {
    const chain = new FakeChain().deploy(ADDRESS, "0x60", 1);
    chain.lag = 1;
    let said = 0;
    const { code } = await waitForCode(chain, ADDRESS, 3, NEVER, () => (said += 1));
    assert.equal(code, "0x60");
    assert.equal(said, 1);
  });

  it("gives up after the given number of attempts, silently after a single one", async () => {
    const chain = new FakeChain();
    const { code } = await waitForCode(chain, ADDRESS, 1, NEVER, () => assert.fail("it waited"));
    assert.equal(code, "0x");
    assert.deepEqual(chain.calls, ["eth_blockNumber", "eth_getCode 0"]);
  });

  it("has one patience for a whole run, of which less is left the later a contract is begun", () => {
    const read = [0, 3000, 16_749, 16_750, 60_000].map((elapsedMs) => attemptsLeft(8, elapsedMs));
    assert.deepEqual(read, [8, 7, 1, 1, 1]);
    assert.equal(attemptsLeft(1, 0), 1);
  });

  it("ends at once with the signal, also in a wait", async () => {
    const stop = new AbortController();
    const waiting = waitForCode(new FakeChain(), ADDRESS, 100, stop.signal, () =>
      stop.abort(new Error("enough")),
    );
    let thrown: unknown;
    await waiting.catch((error) => {
      thrown = error;
    });
    assert.propertyVal(thrown, "message", "enough");
  });

  it("rejects with the node's failure", async () => {
    const chain = new FakeChain();
    chain.failing.add("eth_getCode");
    let thrown: unknown;
    await waitForCode(chain, ADDRESS, 5, NEVER, () => {}).catch((error) => {
      thrown = error;
    });
    assert.propertyVal(thrown, "name", "ChainError");
    assert.deepEqual(chain.calls, ["eth_blockNumber", "eth_getCode 0", "eth_getCode"]);
  });

  it("reads the latest state of a node that refuses numbers, and says so", async () => {
    const chain = new FakeChain().deploy(ADDRESS, "0x60", 3);
    const code = chain.code.bind(chain);
    chain.code = (address, signal, block) =>
      block === undefined
        ? code(address, signal)
        : Promise.reject(new ChainError("eth_getCode", "only latest"));
    const found = await waitForCode(chain, ADDRESS, 8, NEVER, () => assert.fail("it waited"));
    assert.deepEqual(found, { code: "0x60", blockNumber: undefined });
  });

  it("does not go back with a lagging node", async () => {
    const chain = new FakeChain().deploy(ADDRESS, "0x60", 9);
    const numbers = [8, 4, 9];
    chain.latestBlock = () => Promise.resolve(numbers.shift() ?? 9);
    const found = await waitForCode(chain, ADDRESS, 3, NEVER, () => {});
    assert.deepEqual(found, { code: "0x60", blockNumber: 9 });
    assert.deepEqual(chain.calls, ["eth_getCode 8", "eth_getCode 8", "eth_getCode 9"]);
  });
});
