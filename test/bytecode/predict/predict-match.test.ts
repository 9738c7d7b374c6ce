import { assert } from "chai";
import { compareCode } from "../../../src/internal/bytecode/compare.ts";
import { predictMatch } from "../../../src/internal/bytecode/predict/predict-match.ts";
import type { ExpectedMatch } from "../../../src/internal/domain/match.ts";
import { type Compiled, codesOf, compile, contractOf, creationOf, runtimeOf } from "../../helpers/compile.ts";
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

/** @param read The build file's metadata, from what the compiler wrote. */
function promised(
  deployed: Compiled,
  build: Compiled,
  read: (metadata: string) => string | undefined = (metadata) => metadata,
): ExpectedMatch {
  const there = codesOf(deployed, "C.sol", "C");
  const contract = contractOf(build, "C.sol", "C");
  const runtime = compareCode("runtime", there.runtime, runtimeOf(contract)) ?? assert.fail();
  const creation = compareCode("creation", there.creation, creationOf(contract));
  return predictMatch(runtime, creation, null, { ...build.input, metadata: read(contract.metadata) });
}

describe("bytecode - predict: with the compiler's input", () => {
  const compiled = (change: (text: string) => string) =>
    compile({
      "C.sol": change("import './Base.sol';\n\ncontract C is Base { }\n"),
      "Base.sol": change("contract Base {\n  uint256 public x;\n}\n"),
    });
  const build = compiled((text) => text);
  const withCrlf = compiled((text) => text.replaceAll("\n", "\r\n"));
  const commented = compiled((text) => `${text}// more\n`);
  const EXACT = { creation: "exact_match", runtime: "exact_match" } as const;
  const PARTIAL = { creation: "match", runtime: "match" } as const;

  it("is exact if all files have other line endings, in both directions", () => {
    assert.deepInclude(promised(withCrlf, build), EXACT);
    assert.deepInclude(promised(build, withCrlf), EXACT);
  });

  it("is a match if more differs", () => {
    for (const deployed of [commented, compiled((text) => `${text}\n\n`)])
      assert.deepInclude(promised(deployed, build), PARTIAL);
  });

  it("is a match if the metadata has no sources", () => {
    for (const metadata of ["{}", "[]", "null", '{"sources":[]}', '{"sources":{"C.sol":3}}'])
      assert.deepInclude(
        promised(withCrlf, build, () => metadata),
        PARTIAL,
      );
  });

  it("is unknown, with the reason, if the build file lacks the differing metadata", () => {
    for (const deployed of [withCrlf, commented]) {
      const { creation, runtime, reasons } = promised(deployed, build, () => undefined);
      assert.deepEqual({ creation, runtime }, { creation: "unknown", runtime: "unknown" });
      assert.match(reasons.join(), /a match, or.*line endings/);
    }
  });

  it("does not need the metadata if it is equal", () =>
    assert.deepInclude(
      promised(build, build, () => undefined),
      EXACT,
    ));
});
