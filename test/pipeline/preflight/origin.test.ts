import { assert } from "chai";
import { detectOrigin, type Origin } from "../../../src/internal/pipeline/preflight/select-candidates.ts";

const HARDHAT = ["/project/contracts"];
const FOUNDRY = ["/project/src"];

const CASES: readonly (readonly [sourceName: string, sources: readonly string[], origin: Origin])[] = [
  ["contracts/Vault.sol", HARDHAT, "project"],
  ["contracts/lib/Math.sol", HARDHAT, "project"],
  ["contracts/testing/Vault.sol", HARDHAT, "project"],
  ["contracts/Latest.sol", HARDHAT, "project"],
  ["contracts/test/MockVault.sol", HARDHAT, "tests"],
  ["contracts/Vault.t.sol", HARDHAT, "tests"],
  ["test/contracts/Vault.sol", HARDHAT, "tests"],
  ["@openzeppelin/contracts/token/ERC20.sol", HARDHAT, "dependencies"],
  ["@openzeppelin/contracts/test/Mock.sol", HARDHAT, "dependencies"],
  ["npm/solady@1.0.0/src/Lib.sol", HARDHAT, "dependencies"],
  ["elsewhere/Vault.sol", HARDHAT, "dependencies"],
  ["../shared/Vault.sol", HARDHAT, "dependencies"],
  ["src/Vault.sol", FOUNDRY, "project"],
  ["test/Vault.t.sol", FOUNDRY, "tests"],
  ["script/Deploy.s.sol", FOUNDRY, "scripts"],
  ["lib/forge-std/src/Test.sol", FOUNDRY, "dependencies"],
  ["lib/solady/test/Lib.t.sol", FOUNDRY, "dependencies"],
  ["/project/src/Vault.sol", FOUNDRY, "project"],
  ["/elsewhere/Vault.sol", FOUNDRY, "dependencies"],
  ["src/Vault.sol", [], "project"],
  ["Vault.sol", ["/project"], "project"],
  ["lib/solady/src/Lib.sol", ["/project"], "dependencies"],
  ["node_modules/a/Lib.sol", [], "dependencies"],
  ["tests/Vault.sol", [], "tests"],
];

describe("preflight - which contracts are the project's own", () => {
  for (const [sourceName, sources, origin] of CASES)
    it(`should classify ${sourceName} as ${origin} if the sources are in ${sources.join() || "no known folder"}`, () =>
      assert.equal(detectOrigin(sourceName, "/project", sources), origin));
});
