import { assert } from "chai";
import { explainDifferences } from "../../src/internal/bytecode/explain/explain-differences.ts";
import { detectPipeline } from "../../src/internal/bytecode/explain/traits.ts";
import { decodeInstructions } from "../../src/internal/bytecode/opcodes.ts";
import { decodeCode } from "../../src/internal/domain/code-template.ts";
import {
  findDifferingSettings,
  findOneSidedSettings,
} from "../../src/internal/solidity/normalised-settings.ts";
import {
  type CompiledContract,
  compile as compileSources,
  contractOf,
  creationOf,
  runtimeOf,
} from "../helpers/compile.ts";

type Settings = Readonly<Record<string, unknown>>;

const BOX = `pragma solidity ^0.8.0;
contract Box {
  uint256 public value;
  function set(uint256 to) external { value = to; }
  function add(uint256 by) external returns (uint256) { value += by; return value; }
}`;
const SLOT = BOX.replace("value = to;", "value = to + block.slotnum;");

function compile(content: string, settings: Settings): CompiledContract {
  const compiled = compileSources({ "Box.sol": content }, { optimizer: {}, ...settings }, "0.8.37");
  return contractOf(compiled, "Box.sol", "Box");
}

function explain(onchain: CompiledContract, built: CompiledContract, settings: Settings) {
  return explainDifferences({
    runtime: `0x${onchain.evm.deployedBytecode.object}`,
    creation: `0x${onchain.evm.bytecode.object}`,
    template: { creation: creationOf(built), runtime: runtimeOf(built) },
    settings,
    compilerVersion: "0.8.37+commit.f401782d",
  }).map(({ kind, certainty, text }) => ({ kind, certainty, text }));
}

describe("solidity - experimental settings of solc 0.8.37", () => {
  const SSA = { viaSSACFG: true, experimental: true };
  const AMSTERDAM = { evmVersion: "amsterdam", experimental: true };

  for (const [what, settings] of [
    ["only viaSSACFG, which the metadata states with viaIR", SSA],
    ["viaSSACFG with viaIR", { ...SSA, viaIR: true }],
    ["amsterdam", AMSTERDAM],
  ] as const)
    it(`should be equal in input and metadata: ${what}`, () => {
      const { settings: stated } = JSON.parse(compile(BOX, settings).metadata);
      assert.isEmpty(findDifferingSettings(settings, stated));
      assert.isEmpty(findOneSidedSettings(settings, stated));
    });

  it("should be reported as different, each by name", () => {
    const { settings: stated } = JSON.parse(compile(BOX, SSA).metadata);
    assert.deepEqual(findDifferingSettings({ viaIR: true, experimental: true }, stated), ["viaSSACFG"]);
    assert.deepEqual(findDifferingSettings({ viaIR: true }, stated), ["viaSSACFG", "experimental"]);
    const { settings: plain } = JSON.parse(compile(BOX, {}).metadata);
    assert.deepEqual(findDifferingSettings(SSA, plain), ["viaIR", "viaSSACFG", "experimental"]);
    assert.deepEqual(findDifferingSettings(AMSTERDAM, plain), ["experimental", "evmVersion"]);
  });

  it("should be recognised by the generated code", () => {
    const source = BOX.replace("contract Box {", "contract Box { fallback() external payable {}");
    const generator = (settings: Settings) => {
      const optimizer = { enabled: true, runs: 200 };
      const { object } = compile(source, { ...settings, optimizer }).evm.deployedBytecode;
      return detectPipeline(decodeInstructions(decodeCode(object) ?? new Uint8Array()));
    };
    assert.equal(generator(SSA), "ssa-cfg");
    assert.equal(generator({ viaIR: true, experimental: true }), "via-ir");
    assert.equal(generator({}), "legacy");
  });

  it("should be named if only one side uses viaSSACFG", () => {
    const [ssa, ir, legacy] = [
      compile(BOX, SSA),
      compile(BOX, { viaIR: true, experimental: true }),
      compile(BOX, {}),
    ] as const;
    const [onChain] = explain(ssa, ir, { viaIR: true, experimental: true });
    assert.deepEqual(onChain, {
      kind: "via-ir",
      certainty: "certain",
      text: "the code on chain begins like viaSSACFG code, but this build was compiled without viaSSACFG",
    });
    const [here] = explain(ir, ssa, SSA);
    assert.deepEqual(here, {
      kind: "via-ir",
      certainty: "certain",
      text: "the code on chain begins like code without viaSSACFG, but this build was compiled with viaSSACFG",
    });
    assert.include(explain(legacy, ssa, SSA)[0], { kind: "via-ir", certainty: "certain" });
  });

  it("should be named for an opcode that only amsterdam has", () => {
    const [first] = explain(compile(SLOT, AMSTERDAM), compile(BOX, {}), { evmVersion: "osaka" });
    assert.deepEqual(first, {
      kind: "evm-version",
      certainty: "certain",
      text: "the code on chain uses SLOTNUM, which doesn't exist in the build's EVM version \"osaka\": it was compiled for amsterdam or newer",
    });
  });
});
