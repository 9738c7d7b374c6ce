import { assert } from "chai";
import { ChainError } from "../../src/internal/chain/chain-port.ts";
import { readCodeAgain } from "../../src/internal/chain/read-code.ts";
import { FakeChain } from "../helpers/fake-chain.ts";

const ADDRESS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const NEVER = new AbortController().signal;
const CODE = "0x60ab";
const OTHER = "0x60cd";

function readAgain(codes: readonly (string | undefined)[], attempts = 1) {
  const chain = new FakeChain().deploy(ADDRESS, CODE, 1);
  chain.latestCodes.push(...codes);
  return { chain, again: readCodeAgain(chain, ADDRESS, { code: CODE, blockNumber: 1 }, attempts, NEVER) };
}

describe("chain - the code read again", () => {
  it("should take one request if it is unchanged", async () => {
    const { chain, again } = readAgain([CODE]);
    assert.deepEqual(await again, { state: "same" });
    assert.deepEqual(chain.calls, ["eth_getCode"]);
  });

  const cases = [
    ["changed if different code comes twice", [OTHER, OTHER], "changed"],
    ["unchanged after an empty response", ["0x", CODE], "same"],
    ["unchanged after a failure", [undefined, CODE], "same"],
    ["unknown if there is no code", ["0x", "0x"], "unknown"],
    ["unknown if the node fails", [undefined, undefined], "unknown"],
    ["unknown if different code comes only once", [OTHER, CODE], "unknown"],
    ["unknown if two different codes come", [OTHER, "0x60ef"], "unknown"],
  ] as const;
  // Each waits a second before it reads again: all wait together.
  let states: readonly string[];
  before(async () => {
    states = (await Promise.all(cases.map(([, codes]) => readAgain(codes).again))).map(({ state }) => state);
  });
  for (const [index, [what, , expected]] of cases.entries())
    it(`should be ${what}`, () => assert.equal(states[index], expected));

  it("should reveal different code behind a node that fails at first", async () => {
    const { again } = readAgain([undefined, OTHER, OTHER], 8);
    assert.deepEqual(await again, { state: "changed", code: OTHER });
  });

  it("should fail if the node now returns the other code for the first block too", async () => {
    const chain = new FakeChain().deploy(ADDRESS, OTHER, 1);
    const first = { code: CODE, blockNumber: 1 };
    const error = await readCodeAgain(chain, ADDRESS, first, 1, NEVER).catch((reason: unknown) => reason);
    assert.instanceOf(error, ChainError);
  });

  it("should be changed if the node no longer has the first block's state", async () => {
    const chain = new FakeChain().deploy(ADDRESS, OTHER, 1).growTo(9);
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
