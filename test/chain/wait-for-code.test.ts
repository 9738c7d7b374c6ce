import { assert } from "chai";
import { ChainError } from "../../src/internal/chain/chain-port.ts";
import { waitForCode } from "../../src/internal/chain/read-code.ts";
import { FakeChain } from "../helpers/fake-chain.ts";

const NEVER = new AbortController().signal;
const ADDRESS = "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e";

/** A chain whose waits take no time. */
function quickChain(): FakeChain & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
  };
  return Object.assign(new FakeChain(), { wait, waits });
}

describe("chain - waiting for the code of a fresh deployment", () => {
  it("waits for a lagging node, and asks only once how long to wait", async () => {
    const chain = quickChain().deploy(ADDRESS, "0x60", 1);
    chain.lag = 2;
    let asked = 0;
    const patienceOf = () => {
      asked += 1;
      return { waitMs: 16_750 };
    };
    const { code } = await waitForCode(chain, ADDRESS, NEVER, patienceOf);
    assert.deepEqual([code, asked], ["0x60", 1]);
    assert.deepEqual(chain.waits, [1000, 1500]);
  });

  it("gives up when the time is over, after one last read", async () => {
    const chain = quickChain();
    await waitForCode(chain, ADDRESS, NEVER, () => ({ waitMs: 3000 }));
    assert.deepEqual(chain.waits, [1000, 1500, 500]);
    const found = chain.calls.filter((call) => call === "eth_getCode 0");
    assert.lengthOf(found, 4);
  });

  it("gives up once the contract's absence is certain, but never before the second attempt", async () => {
    const chain = quickChain();
    const waited: number[] = [];
    const isAbsent = async (waitedMs: number): Promise<boolean> => waited.push(waitedMs) === 2;
    await waitForCode(chain, ADDRESS, NEVER, () => ({ waitMs: 16_750, isAbsent }));
    assert.deepEqual(waited, [1000, 2500]);
    assert.deepEqual(chain.waits, [1000, 1500]);
  });

  it("ends at once with the signal, even during a wait", async () => {
    const stop = new AbortController();
    const waiting = waitForCode(new FakeChain(), ADDRESS, stop.signal, () => {
      setTimeout(() => stop.abort(new Error("enough")), 5);
      return { waitMs: 60_000 };
    });
    const error = await waiting.catch((thrown: unknown) => thrown);
    assert.propertyVal(error, "message", "enough");
  });

  it("reads the latest state of a node that rejects block numbers, and says so", async () => {
    const chain = new FakeChain().deploy(ADDRESS, "0x60", 3);
    const code = chain.code.bind(chain);
    chain.code = (address, signal, block) =>
      block === undefined
        ? code(address, signal)
        : Promise.reject(new ChainError("eth_getCode", "only latest"));
    const found = await waitForCode(chain, ADDRESS, NEVER, () => assert.fail("it waited"));
    assert.deepEqual(found, { code: "0x60", blockNumber: undefined });
  });

  it("does not go back to an earlier block with a lagging node", async () => {
    const chain = quickChain().deploy(ADDRESS, "0x60", 9);
    const numbers = [8, 4, 9];
    chain.latestBlock = () => Promise.resolve(numbers.shift() ?? 9);
    const found = await waitForCode(chain, ADDRESS, NEVER, () => ({ waitMs: 3000 }));
    assert.deepEqual(found, { code: "0x60", blockNumber: 9 });
    assert.deepEqual(chain.calls, ["eth_getCode 8", "eth_getCode 8", "eth_getCode 9"]);
  });
});
