import { assert } from "chai";
import { compareCode, hasFittingLength } from "../../src/internal/bytecode/compare.ts";
import { compile, contractOf, flipByte, runtimeOf } from "../helpers/compile.ts";

const SOURCE = "contract C { uint256 public x; function f() external { x = 7; } }";
const built = runtimeOf(contractOf(compile({ "C.sol": SOURCE }), "C.sol", "C"));

function onchain(metadata: Readonly<Record<string, unknown>>, source = SOURCE): string {
  const contract = contractOf(compile({ "C.sol": source }, { metadata }), "C.sol", "C");
  return `0x${contract.evm.deployedBytecode.object}`;
}

describe("bytecode - code on chain without the metadata hash that the build has", () => {
  for (const [what, metadata] of [
    ["no metadata", { appendCBOR: false }],
    ["metadata without a hash", { bytecodeHash: "none" }],
  ] as const) {
    it(`recognises the same program with ${what}`, () => {
      const code = onchain(metadata);
      assert.isTrue(hasFittingLength(code, built));
      const comparison = compareCode("runtime", code, built);
      assert.deepInclude(comparison, { sameCode: true, sameMetadata: false });
      const kinds = comparison?.differences.map(({ kind }) => kind);
      assert.deepEqual(kinds, ["metadata"]);
    });

    it(`finds every changed byte of a code with ${what}`, () => {
      const code = onchain(metadata);
      const programBytes = onchain({ appendCBOR: false }).length / 2 - 1;
      for (let offset = 0; offset < programBytes; offset += 1) {
        assert.isFalse(compareCode("runtime", flipByte(code, offset), built)?.sameCode, `byte ${offset}`);
      }
    });
  }

  it("does not recognise the program in a shorter or longer code", () => {
    const code = onchain({ appendCBOR: false });
    assert.isFalse(compareCode("runtime", code.slice(0, -2), built)?.sameCode);
    assert.isFalse(compareCode("runtime", `${code}fe`, built)?.sameCode);
    assert.isFalse(compareCode("runtime", `${code}fe00`, built)?.sameCode);
  });

  it("does not recognise a factory's code, where offsets would shift", () => {
    const source = `${SOURCE} contract Factory { function make() external { new C(); } }`;
    const factory = runtimeOf(contractOf(compile({ "F.sol": source }), "F.sol", "Factory"));
    const bare = contractOf(
      compile({ "F.sol": source }, { metadata: { appendCBOR: false } }),
      "F.sol",
      "Factory",
    );
    const code = `0x${bare.evm.deployedBytecode.object}`;
    assert.isFalse(compareCode("runtime", code, factory)?.sameCode);
  });
});
