import { assert } from "chai";

import { readProxy } from "../../src/internal/chain/read-proxy.ts";
import { FakeChain } from "../helpers/fake-chain.ts";

const NEVER = new AbortController().signal;
const ADDRESS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const IMPLEMENTATION = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";
const BEACON = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const BEACON_SLOT = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
const PROXIABLE_SLOT = "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7";
const WITH_DELEGATECALL = "0x5bf4";

const wordOf = (address: string) => `0x${"0".repeat(24)}${address.slice(2)}`;
const read = (chain: FakeChain, code = WITH_DELEGATECALL) => readProxy(chain, ADDRESS, code, NEVER);

function withWord(key: string, word: string): FakeChain {
  const chain = new FakeChain();
  chain.words.set(key.toLowerCase(), word);
  return chain;
}

describe("chain - proxies", () => {
  it("should be read from the slot of EIP-1967", async () => {
    const chain = withWord(`${ADDRESS} ${IMPLEMENTATION_SLOT}`, wordOf(IMPLEMENTATION));
    assert.deepEqual(await read(chain), { kind: "EIP-1967", implementation: IMPLEMENTATION, beacon: null });
  });

  it("should be read from a beacon, by a call to it", async () => {
    const chain = withWord(`${ADDRESS} ${BEACON_SLOT}`, wordOf(BEACON));
    chain.words.set(`${BEACON} 0x5c60da1b`.toLowerCase(), wordOf(IMPLEMENTATION));
    assert.deepEqual(await read(chain), {
      kind: "EIP-1967 beacon",
      implementation: IMPLEMENTATION,
      beacon: BEACON,
    });
  });

  it("should be read from the slot of EIP-1822", async () => {
    const chain = withWord(`${ADDRESS} ${PROXIABLE_SLOT}`, wordOf(IMPLEMENTATION));
    assert.equal((await read(chain))?.kind, "EIP-1822");
  });

  it("should be recognised by the code of EIP-1167, without a call", async () => {
    const chain = new FakeChain();
    const code = `0x363d3d373d3d3d363d73${IMPLEMENTATION.slice(2)}5af43d82803e903d91602b57fd5bf3`;
    assert.deepEqual(await read(chain, code), {
      kind: "EIP-1167",
      implementation: IMPLEMENTATION,
      beacon: null,
    });
    assert.isEmpty(chain.calls);
  });

  it("should not be looked for in code without DELEGATECALL", async () => {
    const chain = withWord(`${ADDRESS} ${IMPLEMENTATION_SLOT}`, wordOf(IMPLEMENTATION));
    assert.isNull(await read(chain, "0x6080604052"));
    assert.isEmpty(chain.calls);
  });

  for (const [what, word] of [
    ["nothing", `0x${"0".repeat(64)}`],
    ["more than an address", `0x${"f".repeat(64)}`],
    ["too little", "0x12"],
  ] as const) {
    it(`should not be taken for one with ${what} in the slot`, async () => {
      assert.isNull(await read(withWord(`${ADDRESS} ${IMPLEMENTATION_SLOT}`, word)));
    });
  }

  it("should be unknown where the node fails", async () => {
    const chain = new FakeChain();
    chain.failing.add("eth_getStorageAt");
    assert.isUndefined(await read(chain));
  });
});
