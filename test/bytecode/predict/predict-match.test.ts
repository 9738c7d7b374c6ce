import { assert } from "chai";
import { compareCode } from "../../../src/internal/bytecode/compare.ts";
import { predictMatch } from "../../../src/internal/bytecode/predict/predict-match.ts";
import type { ExpectedMatch } from "../../../src/internal/domain/match.ts";
import { type Compiled, compile, contractOf, creationOf, runtimeOf } from "../../helpers/compile.ts";
import { compareRecorded, recording } from "../../helpers/cross-check/recorded-evidence.ts";

describe("bytecode - predict: reasons", () => {
  it("says why no match can be exact", () => {
    const { expected } = compareRecorded(recording("metadata-hash-none"));
    assert.deepEqual(expected.reasons, ["the code has no metadata hash, so no match can be exact"]);
  });

  it("says that the creation code is unknown", () => {
    const { expected } = compareRecorded(recording("wrong-creation-transaction"));
    assert.equal(expected.creation, "unknown");
    assert.include(expected.reasons, "the creation code is unknown");
  });
});

/** The prediction for a build that differs from the deployed one. */
function promised(deployed: Compiled, build: Compiled, hasMetadata: boolean): ExpectedMatch {
  const there = contractOf(deployed, "C.sol", "C").evm;
  const contract = contractOf(build, "C.sol", "C");
  const runtime = compareCode("runtime", there.deployedBytecode.object, runtimeOf(contract));
  const creation = compareCode("creation", there.bytecode.object, creationOf(contract));
  if (runtime === undefined) throw new Error("There is no code to compare.");
  return predictMatch(runtime, creation, null, {
    ...build.input,
    metadata: hasMetadata ? contract.metadata : undefined,
  });
}

describe("bytecode - predict: with the compiler's input", () => {
  const source = "contract C { uint256 public x; }\n";
  const build = compile({ "C.sol": source });
  const withCrlf = compile({ "C.sol": source.replaceAll("\n", "\r\n") });
  const commented = compile({ "C.sol": `${source}// more\n` });

  it("is exact if only line endings differ", () =>
    assert.deepInclude(promised(withCrlf, build, true), { creation: "exact_match", runtime: "exact_match" }));

  it("is a match if more differs", () =>
    assert.deepInclude(promised(commented, build, true), { creation: "match", runtime: "match" }));

  it("is unknown, with the reason, if the build file lacks the differing metadata", () => {
    for (const deployed of [withCrlf, commented]) {
      const { creation, runtime, reasons } = promised(deployed, build, false);
      assert.deepEqual({ creation, runtime }, { creation: "unknown", runtime: "unknown" });
      assert.match(reasons.join(), /a match, or.*line endings/);
    }
  });

  it("does not need the metadata if it is equal", () =>
    assert.deepInclude(promised(build, build, false), { creation: "exact_match", runtime: "exact_match" }));
});
