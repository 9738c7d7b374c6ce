import { assert } from "chai";
import { detectOrigin, type Origin } from "../../../src/internal/pipeline/preflight/select-candidates.ts";

const HARDHAT = ["/project/contracts"];
const FOUNDRY = ["/project/src"];

const CASES: readonly (readonly [sourceName: string, sources: readonly string[], origin: Origin])[] = [
  ["contracts/Vault.sol", HARDHAT, "project"],
  ["contracts/Vault.t.sol", HARDHAT, "tests"],
  ["npm/solady@1.0.0/src/Lib.sol", HARDHAT, "dependencies"],
  ["../shared/Vault.sol", HARDHAT, "dependencies"],
  ["test/Vault.t.sol", FOUNDRY, "tests"],
  ["script/Deploy.s.sol", FOUNDRY, "scripts"],
  ["lib/solady/test/Lib.t.sol", FOUNDRY, "dependencies"],
  ["/project/src/Vault.sol", FOUNDRY, "project"],
  ["Vault.sol", ["/project"], "project"],
  ["tests/Vault.sol", [], "tests"],
];

describe("preflight - which contracts are the project's own", () => {
  for (const [sourceName, sources, origin] of CASES)
    it(`should classify ${sourceName} as ${origin} if the sources are in ${sources.join() || "no known folder"}`, () =>
      assert.equal(detectOrigin(sourceName, "/project", sources), origin));
});
