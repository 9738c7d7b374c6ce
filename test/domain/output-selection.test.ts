import { assert } from "chai";
import { selectOutputs } from "../../src/internal/domain/output-selection.ts";

describe("the output selection for submissions and local compilations", () => {
  it("replaces the build's selection, and keeps every other Solidity and Vyper setting", () => {
    for (const language of ["Solidity", "Vyper"]) {
      const settings = { optimize: "gas", evmVersion: "cancun", outputSelection: { "*": ["abi"] } };
      const input = { language, sources: {}, settings };
      const { settings: sent } = selectOutputs(input, {
        compilerVersion: "0.4.0",
        contractIdentifier: "a/b.vy:b",
      });
      const { outputSelection, ...others } = sent;
      assert.deepEqual(others, { optimize: "gas", evmVersion: "cancun" } as never);
      assert.deepEqual(Object.keys(outputSelection), ["a/b.vy"]);
      assert.deepEqual(settings.outputSelection, { "*": ["abi"] }, "the build's input stays as it is");
    }
  });

  for (const [version, hasDocs, hasLayout] of [
    ["0.1.0b17", false, false],
    ["0.2.0", true, false],
    ["0.3.9", true, false],
    ["0.3.10+commit.91361694", true, true],
    ["1.0.0", true, true],
  ] as const)
    it(`has only keys that Vyper ${version} accepts`, () => {
      const input = { language: "Vyper", settings: {} as Record<string, unknown> };
      const target = { compilerVersion: version, contractIdentifier: "a.vy:a" };
      const { outputSelection } = selectOutputs(input, target).settings;
      const keys = (outputSelection as Record<string, readonly string[]>)["a.vy"] ?? [];
      assert.includeMembers([...keys], ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"]);
      assert.equal(keys.includes("userdoc") && keys.includes("devdoc"), hasDocs);
      assert.equal(keys.includes("layout"), hasLayout);
      assert.notInclude(keys, "metadata");
      assert.notInclude(keys, "storageLayout");
    });

  it("leaves a language with unknown outputs unchanged", () => {
    const input = { language: "Fe", settings: { outputSelection: { "*": ["*"] } } };
    assert.equal(selectOutputs(input, { compilerVersion: "1.0.0", contractIdentifier: "a.fe:A" }), input);
  });
});
