import { assert } from "chai";

import { configNotes } from "../../src/internal/commands/habits.ts";

describe("hardhat - a mistyped key of the configuration", () => {
  it("should be named where it is nearly verifyContract, and nothing else is", () => {
    for (const key of ["verifyContracts", "verifycontract", "verfyContract"])
      assert.match(
        configNotes({ solidity: "0.8.28", [key]: {} })[0] ?? "",
        new RegExp(`^"${key}" .*verifyContract`),
      );
    assert.isEmpty(
      configNotes({ solidity: "0.8.28", verify: {}, networks: {}, paths: {}, verifyContract: {} }),
    );
    assert.isEmpty(configNotes({ verify: {} }));
  });
});
