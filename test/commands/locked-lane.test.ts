import { assert } from "chai";

import { requireNamed } from "../../src/internal/commands/locked-lane.ts";
import type { Lock } from "../../src/internal/deployments/lock/lock-model.ts";
import type { Deployment } from "../../src/internal/deployments/model.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/words.ts";
import { thrownBy } from "../helpers/thrown.ts";

const LINE = { subcommand: "lock", targets: [], options: [["--update", "x"]] as const, globals: [] };

describe("the lock file - a contract that is named", () => {
  const lock = [{ name: "Vault" }] as unknown as Lock;
  const deployments = [{ contracts: [{ name: "Token" }] }] as unknown as readonly Deployment[];
  const refused = async (only: string) => {
    const error = await thrownBy(() => requireNamed([{ all: [], deployments }], only, lock));
    assert.equal(error.code, "VC714");
    return error.for({ words: HARDHAT_WORDS, line: LINE }).problem.next;
  };

  it("should be one that the lock file or a record names nearly so, where it was mistyped", async () => {
    assert.equal(await refused("Vaullt"), "npx hardhat verify-contract lock --update Vault");
    assert.equal(await refused("Tokn"), "npx hardhat verify-contract lock --update Token");
    assert.match((await refused("Somewhere")) ?? "", /^name it as the lock file /);
  });

  it("should be missed only where a contract was named", () => {
    requireNamed([{ all: [], deployments }], undefined, lock);
  });
});
