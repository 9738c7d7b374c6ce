import { assert } from "chai";
import { ChainError } from "../../src/internal/chain/chain-port.ts";
import { readCodeAgain, waitForCode } from "../../src/internal/chain/read-code.ts";
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

const CODE = "0x60ab";
const OTHER = "0x60cd";

function readAgain(codes: readonly (string | undefined)[], attempts = 1) {
  const chain = quickChain().deploy(ADDRESS, CODE, 1);
  chain.latestCodes.push(...codes);
  return { chain, again: readCodeAgain(chain, ADDRESS, { code: CODE, blockNumber: 1 }, attempts, NEVER) };
}

describe("chain - the code read again", () => {
  it("should take one request if it is unchanged", async () => {
    const { chain, again } = readAgain([CODE]);
    assert.deepEqual(await again, { state: "same" });
    assert.deepEqual(chain.calls, ["eth_getCode"]);
  });

  for (const [what, codes, expected] of [
    ["changed if different code comes twice", [OTHER, OTHER], "changed"],
    ["unchanged after an empty response", ["0x", CODE], "same"],
    ["unchanged after a failure", [undefined, CODE], "same"],
    ["unknown if there is no code", ["0x", "0x"], "unknown"],
    ["unknown if the node fails", [undefined, undefined], "unknown"],
    ["unknown if different code comes only once", [OTHER, CODE], "unknown"],
    ["unknown if two different codes come", [OTHER, "0x60ef"], "unknown"],
  ] as const)
    it(`should be ${what}`, async () => assert.equal((await readAgain(codes).again).state, expected));

  it("should reveal different code behind a node that fails at first", async () => {
    const { again } = readAgain([undefined, OTHER, OTHER], 8);
    assert.deepEqual(await again, { state: "changed", code: OTHER });
  });

  it("should fail if the node now returns the other code for the first block too", async () => {
    const chain = quickChain().deploy(ADDRESS, OTHER, 1);
    const first = { code: CODE, blockNumber: 1 };
    const error = await readCodeAgain(chain, ADDRESS, first, 1, NEVER).catch((reason: unknown) => reason);
    assert.instanceOf(error, ChainError);
  });

  it("should be changed if the node no longer has the first block's state", async () => {
    const chain = quickChain().deploy(ADDRESS, OTHER, 1).growTo(9);
    chain.withoutState = true;
    const again = await readCodeAgain(chain, ADDRESS, { code: CODE, blockNumber: 1 }, 1, NEVER);
    assert.deepEqual(again, { state: "changed", code: OTHER });
  });

  it("should end with its signal", async () => {
    const stop = new AbortController();
    const chain = new FakeChain();
    chain.latestCodes.push("0x");
    const again = readCodeAgain(chain, ADDRESS, { code: CODE, blockNumber: 1 }, 8, stop.signal);
    stop.abort(new Error("stopped"));
    const error = await again.catch((reason: unknown) => reason);
    assert.propertyVal(error, "message", "stopped");
  });
});
