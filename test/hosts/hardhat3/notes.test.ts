import { assert } from "chai";
import type { GlobalOptions } from "hardhat/types/global-options";
import { listNotes } from "../../../src/internal/hosts/hardhat3/host.ts";

const notes = (userConfig: object) => listNotes({ userConfig, globalOptions: {} as GlobalOptions });

describe("hardhat - a mistyped configuration key", () => {
  it("should be reported only if it resembles verifyContract", () => {
    for (const key of ["verifyContracts", "verifycontract", "verfyContract"])
      assert.match(notes({ solidity: "0.8.28", [key]: {} }).join(), new RegExp(`^"${key}" .*verifyContract`));
    assert.isEmpty(notes({ solidity: "0.8.28", verify: {}, networks: {}, paths: {}, verifyContract: {} }));
    assert.isEmpty(notes({ verify: {} }));
  });
});
