import { assert } from "chai";

import { stateAt } from "../../src/internal/chain/chain-state.ts";
import { readProxy } from "../../src/internal/chain/read-proxy.ts";
import type { ProxyFacts } from "../../src/internal/report/model.ts";
import { FakeChain } from "../helpers/fake-chain.ts";

const NEVER = new AbortController().signal;
const ADDRESS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const IMPLEMENTATION = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const OTHER = "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9";
const BEACON = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const BEACON_SLOT = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
const PROXIABLE_SLOT = "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7";
const ZEPPELINOS_SLOT = "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3";
const FIRST_SLOT = `0x${"0".repeat(64)}`;
/** Code with a DELEGATECALL that forwards no calldata, as in a contract that calls a library. */
const WITH_DELEGATECALL = "0x5bf4";
/** JUMPDEST, CALLDATACOPY of all calldata, DELEGATECALL. */
const FORWARDING = "0x5b36600080376000803660006000545af4";
const withSelector = (selector: string): string => `${FORWARDING}0063${selector}`;

const wordOf = (address: string) => `0x${"0".repeat(24)}${address.slice(2)}`;
const read = (chain: FakeChain, runtimeBytecode = WITH_DELEGATECALL) =>
  readProxy(stateAt(chain, undefined, NEVER), { address: ADDRESS, runtimeBytecode });

/** The node's answers by `address slot` or `address data`; every implementation has code. */
function chainWith(words: Readonly<Record<string, string>>): FakeChain {
  const chain = new FakeChain().deploy(IMPLEMENTATION, "0x00", 1).deploy(OTHER, "0x00", 1);
  for (const [key, word] of Object.entries(words)) chain.words.set(key.toLowerCase(), word);
  return chain;
}

const summary = (proxy: ProxyFacts | null | undefined) =>
  proxy && [proxy.kind, proxy.implementation, proxy.beacon, proxy.proof];

describe("chain - proxies", () => {
  for (const [kind, slot] of [
    ["EIP-1967", IMPLEMENTATION_SLOT],
    ["EIP-1822", PROXIABLE_SLOT],
    ["ZeppelinOS", ZEPPELINOS_SLOT],
  ] as const)
    it(`should be stated by the ${kind} slot if the node can't show more`, async () => {
      const { proxy } = await read(chainWith({ [`${ADDRESS} ${slot}`]: wordOf(IMPLEMENTATION) }));
      assert.deepEqual(summary(proxy), [kind, IMPLEMENTATION, null, "stated"]);
    });

  it("should be stated by a beacon", async () => {
    const { proxy } = await read(
      chainWith({
        [`${ADDRESS} ${BEACON_SLOT}`]: wordOf(BEACON),
        [`${BEACON} 0x5c60da1b`]: wordOf(IMPLEMENTATION),
      }),
    );
    assert.deepEqual(summary(proxy), ["EIP-1967 beacon", IMPLEMENTATION, BEACON, "stated"]);
  });

  for (const [kind, selector] of [
    ["Safe", "a619486e"],
    ["Unitroller", "bb82aa5e"],
    ["EIP-897", "5c60da1b"],
  ] as const)
    it(`should be stated by ${kind}'s function if the code has its selector`, async () => {
      const chain = chainWith({ [`${ADDRESS} 0x${selector}`]: wordOf(IMPLEMENTATION) });
      const { proxy } = await read(chain, withSelector(selector));
      assert.deepEqual(summary(proxy), [kind, IMPLEMENTATION, null, "stated"]);
      assert.isUndefined((await read(chain, FORWARDING)).proxy);
    });

  it("should not be stated by implementation() of code that only calls a library", async () => {
    const chain = chainWith({ [`${ADDRESS} 0x5c60da1b`]: wordOf(IMPLEMENTATION) });
    assert.isNull((await read(chain, `${WITH_DELEGATECALL}00635c60da1b`)).proxy);
  });

  it("should not be stated by slot 0, which any contract has", async () => {
    const chain = chainWith({ [`${ADDRESS} ${FIRST_SLOT}`]: wordOf(IMPLEMENTATION) });
    assert.isNull((await read(chain)).proxy);
    assert.isUndefined((await read(chain, FORWARDING)).proxy);
  });

  it("should have no implementation if two sources disagree", async () => {
    const { proxy } = await read(
      chainWith({
        [`${ADDRESS} ${IMPLEMENTATION_SLOT}`]: wordOf(OTHER),
        [`${ADDRESS} ${BEACON_SLOT}`]: wordOf(BEACON),
        [`${BEACON} 0x5c60da1b`]: wordOf(IMPLEMENTATION),
      }),
    );
    assert.equal(proxy?.proof, "conflicting");
    assert.isNull(proxy?.implementation);
    const found = proxy?.candidates.map(({ implementation, where, runs }) => [implementation, where, runs]);
    assert.deepEqual(found, [
      [OTHER, "EIP-1967 slot", null],
      [IMPLEMENTATION, "beacon", null],
    ]);
  });

  it("should have no implementation if the named address has no code", async () => {
    const codeless = "0x00000000000000000000000000000000000000Aa";
    const { proxy } = await read(chainWith({ [`${ADDRESS} ${IMPLEMENTATION_SLOT}`]: wordOf(codeless) }));
    assert.equal(proxy?.proof, "no-code");
    assert.isNull(proxy?.implementation);
    assert.equal(proxy?.candidates[0]?.hasCode, false);
  });

  it("should be recognised by EIP-1167's code, without a call", async () => {
    const chain = new FakeChain();
    const code = `0x363d3d373d3d3d363d73${IMPLEMENTATION.slice(2)}5af43d82803e903d91602b57fd5bf3`;
    assert.deepEqual(summary((await read(chain, code)).proxy), ["EIP-1167", IMPLEMENTATION, null, "code"]);
    assert.isEmpty(chain.calls);
  });

  it("should be recognised by an account's EIP-7702 delegation of exactly 23 bytes", async () => {
    const chain = new FakeChain();
    const code = `0xef0100${IMPLEMENTATION.slice(2)}`;
    assert.deepEqual(summary((await read(chain, code)).proxy), ["EIP-7702", IMPLEMENTATION, null, "code"]);
    assert.isNull((await read(chain, `${code}00`)).proxy);
    assert.isEmpty(chain.calls);
  });

  it("should be read from the slot of a Sequence wallet's own address", async () => {
    const slot = `0x${ADDRESS.slice(2).padStart(64, "0")}`;
    const chain = chainWith({ [`${ADDRESS} ${slot}`]: wordOf(IMPLEMENTATION) });
    const { proxy } = await read(chain, "0x363d3d373d3d3d363d30545af43d82803e903d91601857fd5bf3");
    assert.deepEqual(summary(proxy), ["Sequence", IMPLEMENTATION, null, "code"]);
  });

  it("should not be searched for in code without DELEGATECALL", async () => {
    const chain = chainWith({ [`${ADDRESS} ${IMPLEMENTATION_SLOT}`]: wordOf(IMPLEMENTATION) });
    assert.isNull((await read(chain, "0x6080604052")).proxy);
    assert.isEmpty(chain.calls);
  });

  for (const [what, word] of [
    ["nothing", `0x${"0".repeat(64)}`],
    ["more than an address", `0x${"f".repeat(64)}`],
  ] as const)
    it(`should not be recognised by a slot with ${what}`, async () =>
      assert.isNull((await read(chainWith({ [`${ADDRESS} ${IMPLEMENTATION_SLOT}`]: word }))).proxy));

  it("should be unknown, with the reason, if the node fails", async () => {
    const chain = new FakeChain();
    chain.failing.add("eth_getStorageAt");
    const reading = await read(chain);
    assert.isUndefined(reading.proxy);
    assert("reason" in reading);
    assert.include(reading.reason, "eth_getStorageAt");
  });
});
