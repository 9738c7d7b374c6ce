import { assert } from "chai";
import { compileInput, contractOf, creationOf, runtimeOf } from "../helpers/compile.ts";
import {
  compareRecorded,
  RECORDING_NAMES,
  recordedCandidate,
  recording,
} from "../helpers/recorded-evidence.ts";

/** What the service stored after that very submission, where a first submission decided it. */
function storedSides(name: string) {
  const { record } = recording(name);
  return {
    creation: record.body.creationMatch ?? "none",
    runtime: record.body.runtimeMatch ?? "none",
  };
}

describe("match - foretold for recorded submissions", () => {
  for (const name of RECORDING_NAMES) {
    const it_ = recording(name);
    if (it_.chain.runtimeBytecode === "0x" || name === "compiler-error" || name === "identifier-not-found")
      continue;

    it(`agrees with what the service found: ${name}`, () => {
      // What was submitted, and not what was deployed, is what the service judged.
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
      const stored = storedSides(name);
      for (const side of ["creation", "runtime"] as const) {
        if (expected[side] !== "unknown") assert.equal(expected[side], stored[side], side);
      }
      assert.notEqual(expected.runtime, "unknown");
    });

    it(`promises the deployed build a match on each side that is known: ${name}`, () => {
      const { expected, runtime } = compareRecorded(it_, recordedCandidate(it_));
      assert.isTrue(runtime.sameCode);
      const best = name === "metadata-hash-none" ? "match" : "exact_match";
      assert.equal(expected.runtime, best);
      assert.include([best, "unknown"], expected.creation);
    });
  }
});

describe("match - foretold reasons", () => {
  it("says why an exact match can't be had", () => {
    const { expected } = compareRecorded(recording("metadata-hash-none"));
    assert.deepEqual(expected.reasons, ["the code has no metadata hash, so no match can be exact"]);
  });

  it("has no reason to give for an exact match", () => {
    assert.isEmpty(compareRecorded(recording("immutables")).expected.reasons);
  });

  it("says that the creation code is not known", () => {
    const { expected } = compareRecorded(recording("wrong-creation-transaction"));
    assert.equal(expected.creation, "unknown");
    assert.include(expected.reasons, "the creation code is not known");
  });
});
