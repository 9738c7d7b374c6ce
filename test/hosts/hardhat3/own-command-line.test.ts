import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { isOwnCommandLine } from "../../../src/internal/hosts/hardhat3/host.ts";

const file = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const CLI = file("node_modules/hardhat/dist/src/cli.js");

describe("hardhat - recognising Hardhat's own process", () => {
  it("should recognise Hardhat's command line, even through its symlink, and no other process", () => {
    assert.isTrue(isOwnCommandLine(["node", CLI, "verify-contract", "0x12"]));
    if (process.platform !== "win32")
      assert.isTrue(isOwnCommandLine(["node", file("node_modules/.bin/hardhat"), "verify-contract"]));
    assert.isFalse(isOwnCommandLine(["node", CLI, "run", "scripts/verify.ts"]));
    assert.isFalse(isOwnCommandLine(["node", file("package.json"), "verify-contract"]));
    assert.isFalse(isOwnCommandLine(["node", file("not-there.js"), "verify-contract"]));
    assert.isFalse(isOwnCommandLine(["node"]));
  });
});
