import { assert } from "chai";
import { rpcChain } from "../../src/internal/chain/rpc-chain.ts";
import { cacheExpectedCodes, selectNamed } from "../../src/internal/commands/recorded-targets.ts";
import type { Lock } from "../../src/internal/deployments/lock/lock-model.ts";
import type { Deployment } from "../../src/internal/deployments/model.ts";
import { hashCode } from "../../src/internal/domain/keccak.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { lockedContract } from "../helpers/locked-contract.ts";
import { thrownBy } from "../helpers/thrown.ts";

const LINE = { command: "lock", targets: [], options: [["--update", "x"]] as const, globals: [] };

describe("the lock file - contract names", () => {
  const lock = [{ name: "Vault" }] as unknown as Lock;
  const deployments = [{ contracts: [{ name: "Token" }] }] as unknown as readonly Deployment[];
  const refused = async (only: string) => {
    const error = await thrownBy(() => selectNamed([], only.split(","), lock, [{ deployments }]));
    assert.equal(error.code, "VC714");
    return error.for({ words: HARDHAT_WORDS, line: LINE }).problem.next;
  };

  it("should be corrected to a similar name in the lock file or a record if mistyped", async () => {
    assert.equal(await refused("Vaullt"), "npx hardhat verify-contract lock --update Vault");
    assert.equal(await refused("Tokn"), "npx hardhat verify-contract lock --update Token");
    assert.equal(await refused("Vaullt,Token"), "npx hardhat verify-contract lock --update Vault,Token");
    assert.match((await refused("Somewhere")) ?? "", /its name in the lock file /);
  });

  it("should be missing if the list is empty", async () => {
    const error = await thrownBy(() => selectNamed([], [], lock, [{ deployments }]));
    assert.equal(error.code, "VC714");
  });

  it("should be optional", () => assert.isEmpty(selectNamed([], undefined, lock, [{ deployments }])));
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
    const both = await Promise.all([
      remembering.code(LIBRARY, signal),
      remembering.code(LIBRARY.toLowerCase(), signal),
    ]);
    assert.deepEqual([...both, await remembering.code(LIBRARY, signal)], [CODE, CODE, CODE]);
    assert.isAtMost(asked.length, 3);
    await remembering.code(LIBRARY, signal, 7);
    assert.isAtMost(asked.length, 4);
  });
});
