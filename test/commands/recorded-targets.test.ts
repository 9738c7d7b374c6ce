import { assert } from "chai";
import { rpcChain } from "../../src/internal/chain/rpc-chain.ts";
import { cacheExpectedCodes, selectNamed } from "../../src/internal/commands/recorded-targets.ts";
import type { Lock } from "../../src/internal/deployments/lock/lock-model.ts";
import { hashCode } from "../../src/internal/domain/keccak.ts";
import { lockedContract } from "../helpers/locked-contract.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

describe("the lock file - contract names", () => {
  const lock = [{ name: "Vault" }] as unknown as Lock;
  it("should be listed if one is unknown or none is given, and are optional", async () => {
    const error = await thrownBy(() => selectNamed([], ["Vaullt"], lock));
    assert.deepEqual([error.code, factOf(error, "Available")], ["VC714", "Vault"]);
    assert.match(error.problem.next ?? "", /its name in the lock file /);
    await thrownBy(() => selectNamed([], [], lock), "VC714");
    assert.isEmpty(selectNamed([], undefined, lock));
  });
});

const LIBRARY = "0x00000000000000000000000000000000000000E1";
const CODE = "0x6001600155";
const { signal } = new AbortController();

describe("commands - the code that the lock file expects", () => {
  it("should be read once a run for all contracts that use it, and again if it differs", async () => {
    const answers = new Map([[LIBRARY.toLowerCase(), "0x6002"]]);
    const asked: string[] = [];
    const chain = rpcChain("fake", async (method, [address]) => {
      asked.push(`${method} ${address}`);
      return answers.get(String(address).toLowerCase());
    });
    const locked = [{ ...lockedContract(), codes: { [LIBRARY]: hashCode(CODE) } }];
    const remembering = cacheExpectedCodes(chain, locked);
    assert.equal(await remembering.code(LIBRARY, signal), "0x6002");
    answers.set(LIBRARY.toLowerCase(), CODE);
    const forms = [LIBRARY, LIBRARY.toLowerCase()];
    const both = await Promise.all(forms.map((address) => remembering.code(address, signal)));
    assert.deepEqual([...both, await remembering.code(LIBRARY, signal)], [CODE, CODE, CODE]);
    assert.isAtMost(asked.length, 3);
    await remembering.code(LIBRARY, signal, 7);
    assert.isAtMost(asked.length, 4);
  });
});
