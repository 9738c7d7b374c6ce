import { assert } from "chai";
import { compareCode, hasFittingLength } from "../../src/internal/bytecode/compare.ts";
import { codesOf, compile, contractOf, flipByte, runtimeOf } from "../helpers/compile.ts";

const SOURCE = "contract C { uint256 public x; function f() external { x = 7; } }";
const built = runtimeOf(contractOf(compile({ "C.sol": SOURCE }), "C.sol", "C"));

function onchain(metadata: Readonly<Record<string, unknown>>, source = SOURCE): string {
  return codesOf(compile({ "C.sol": source }, { metadata }), "C.sol", "C").runtime;
}

describe("bytecode - code on chain without the build's metadata hash", () => {
  for (const [what, metadata] of [
    ["no metadata", { appendCBOR: false }],
    ["metadata without a hash", { bytecodeHash: "none" }],
  ] as const) {
    it(`should be recognised as the same program with ${what}`, () => {
      const code = onchain(metadata);
      assert.isTrue(hasFittingLength(code, built));
      const comparison = compareCode("runtime", code, built);
      assert.deepInclude(comparison, { sameCode: true, sameMetadata: false });
      assert.deepEqual(
        comparison?.differences.map(({ kind }) => kind),
        ["metadata"],
      );
    });

    it(`should be different if any byte of the program changes, with ${what}`, () => {
      const code = onchain(metadata);
      const programBytes = onchain({ appendCBOR: false }).length / 2 - 1;
      for (let offset = 0; offset < programBytes; offset += 1) {
        assert.isFalse(compareCode("runtime", flipByte(code, offset), built)?.sameCode, `byte ${offset}`);
      }
    });
  }

  it("should be different if it is shorter or longer", () => {
    const code = onchain({ appendCBOR: false });
    for (const other of [code.slice(0, -2), `${code}fe`, `${code}fe00`])
      assert.isFalse(compareCode("runtime", other, built)?.sameCode);
  });

  it("should be different for a factory, where offsets would shift", () => {
    const source = `${SOURCE} contract Factory { function make() external { new C(); } }`;
    const factory = (settings = {}) =>
      runtimeOf(contractOf(compile({ "F.sol": source }, settings), "F.sol", "Factory"));
    const bare = factory({ metadata: { appendCBOR: false } });
    assert.isFalse(compareCode("runtime", `0x${bare.object}`, factory())?.sameCode);
  });
});
