import { assert } from "chai";
import { selectOutputs } from "../../src/internal/domain/output-selection.ts";
import { type Solc, solcOf } from "../helpers/solc.ts";

const TARGET = "A.sol:User";

/** A linked library, a contract that another one creates, and an unused contract. */
const SOURCES = {
  "A.sol": {
    content: `pragma solidity >=0.4.26;
import "./B.sol";
contract Child { function f() public {} }
contract User { function g(uint a) public returns (uint) { new Child(); return Sums.sum(a, 2); } }`,
  },
  "B.sol": {
    content:
      "pragma solidity >=0.4.26; library Sums { function sum(uint a, uint b) public pure returns (uint) { return a + b; } } contract Unused {}",
  },
};

interface Compiled {
  readonly metadata?: string;
  readonly abi?: unknown;
  readonly userdoc?: unknown;
  readonly devdoc?: unknown;
  readonly evm: Readonly<Record<string, { readonly object: string; readonly linkReferences: unknown }>>;
}

function contractOf(solc: Solc, input: object): Compiled {
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  return output.contracts?.["A.sol"]?.User ?? assert.fail(JSON.stringify(output.errors));
}

/** What a match depends on: both codes with their link references, and the metadata, whose hash ends the codes. */
function judged({ evm, metadata }: Compiled): object {
  const codes = ["bytecode", "deployedBytecode"].map((side) => [
    evm[side]?.object,
    evm[side]?.linkReferences,
  ]);
  return { codes, metadata };
}

describe("the output selection for submissions and local compilations", () => {
  for (const name of ["0.4.26", "0.6.12", "0.8.28"])
    it(`for solc ${name} has everything that a record needs, and changes neither code nor metadata`, () => {
      const solc = solcOf(name);
      const settings = {
        optimizer: { enabled: true, runs: 200 },
        outputSelection: { "*": { "*": ["*"] } },
      };
      const input = { language: "Solidity", sources: SOURCES, settings };
      const asCompiled = contractOf(solc, input);
      const selected = selectOutputs(input, { compilerVersion: "0.8.28", contractIdentifier: TARGET });
      const compiled = contractOf(solc, selected);
      assert.deepEqual(judged(compiled), judged(asCompiled));
      assert.containsAllKeys(compiled, ["abi", "metadata", "userdoc", "devdoc", "evm"]);
      assert.containsAllKeys(compiled.evm, ["bytecode", "deployedBytecode", "methodIdentifiers"]);
      assert.isAbove(compiled.evm.deployedBytecode?.object.length ?? 0, 100);
      assert.equal("storageLayout" in compiled, "storageLayout" in asCompiled);
    });

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
    ["v0.2.16+commit.59e1bdd", true, false],
    ["0.3.9", true, false],
    ["0.3.10+commit.91361694", true, true],
    ["0.4.3+commit.bff19ea2", true, true],
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
