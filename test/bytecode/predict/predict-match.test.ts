import { assert } from "chai";
import { compareCode } from "../../../src/internal/bytecode/compare.ts";
import { readConstructorArguments } from "../../../src/internal/bytecode/decoded-value.ts";
import { predictMatch } from "../../../src/internal/bytecode/predict/predict-match.ts";
import type { ExpectedMatch } from "../../../src/internal/domain/match.ts";
import {
  type Compiled,
  compile,
  compileInput,
  contractOf,
  creationOf,
  runtimeOf,
} from "../../helpers/compile.ts";
import { compareRecorded, RECORDING_NAMES, recording } from "../../helpers/cross-check/recorded-evidence.ts";

describe("bytecode - predict: recorded submissions", () => {
  for (const name of RECORDING_NAMES) {
    const it_ = recording(name);
    if (it_.chain.runtimeBytecode === "0x" || name === "compiler-error" || name === "identifier-not-found")
      continue;

    it(`agrees with the service's result: ${name}`, () => {
      // The service compares the submitted sources, not the deployed ones.
      const compiled = compileInput({
        ...it_.submission.stdJsonInput,
        settings: {
          ...it_.submission.stdJsonInput.settings,
          outputSelection: it_.build.stdJsonInput.settings.outputSelection,
        },
      });
      const [path = "", contractName = ""] = it_.submission.contractIdentifier.split(":");
      const contract = contractOf(compiled, path, contractName);
      const { expected } = compareRecorded(it_, {
        runtime: runtimeOf(contract),
        creation: creationOf(contract),
      });
      // The match that the service stored for the submission.
      const { creationMatch, runtimeMatch } = it_.record.body;
      if (expected.creation !== "unknown") assert.equal(expected.creation, creationMatch ?? "none");
      assert.equal(expected.runtime, runtimeMatch ?? "none");
    });
  }
});

describe("bytecode - predict: reasons", () => {
  it("says why no match can be exact", () => {
    const { expected } = compareRecorded(recording("metadata-hash-none"));
    assert.deepEqual(expected.reasons, ["the code has no metadata hash, so no match can be exact"]);
  });

  it("has no reasons for an exact match", () =>
    assert.isEmpty(compareRecorded(recording("immutables")).expected.reasons));

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

describe("bytecode - predict: constructor arguments", () => {
  const contract = contractOf(
    compile({ "C.sol": "contract C { constructor(uint8 v) { v; } }" }),
    "C.sol",
    "C",
  );
  const { deployedBytecode, bytecode } = contract.evm;
  const withTail = (tail: string) => {
    const runtime = compareCode("runtime", deployedBytecode.object, runtimeOf(contract));
    const creation = compareCode("creation", `0x${bytecode.object}${tail}`, creationOf(contract));
    if (runtime === undefined || creation === undefined) throw new Error("There is no code to compare.");
    return predictMatch(runtime, creation, readConstructorArguments(creation.tail, contract.abi));
  };

  it("match exactly if they fit", () =>
    assert.equal(withTail("07".padStart(64, "0")).creation, "exact_match"));

  it("prevent a match if they don't fit", () =>
    assert.deepEqual([withTail("ff".repeat(32)).creation, withTail("07").creation], ["none", "none"]));

  it("match exactly if absent, whatever the constructor expects, as in the service", () =>
    assert.equal(withTail("").creation, "exact_match"));
});

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

  describe("for code with a constant that looks like auxdata", () => {
    const section = (digit: string) => `a2646970667358221220${digit.repeat(64)}64736f6c634300081c0033`;
    const settings = { metadata: { appendCBOR: false } };
    const lookalike = (digit: string) => {
      const content = `contract C { function f() external pure returns (bytes memory) { return hex"${section(digit)}"; } }`;
      return compile({ "C.sol": content }, settings);
    };

    it("is a match at most", () => {
      const same = promised(lookalike("1"), lookalike("1"), false);
      assert.deepInclude(same, { creation: "match", runtime: "match" });
      assert.include(same.reasons.join(), "no metadata hash");
    });

    it("is none if the constant differs", () => {
      const other = promised(lookalike("1"), lookalike("2"), true);
      assert.deepInclude(other, { creation: "none", runtime: "none" });
      assert.include(other.reasons.join(), "constant");
    });
  });
});
