import { assert } from "chai";
import { claimOf, type Decided } from "../../helpers/cross-check/one-claim.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));
const NOTHING: Decided = {
  "runtime-code-build": "skipped",
  "recompiled-here": "skipped",
  "given-input-here": "skipped",
};

describe("cross-check - the claim runtime-code", () => {
  for (const [id, witness] of [
    ["runtime-code-build", "build"],
    ["recompiled-here", "compiler"],
    ["given-input-here", "compiler"],
  ] as const)
    it(`should be proven by ${id} alone`, () => {
      const { state, witnesses, reason } = claimOf("runtime-code", plain, { ...NOTHING, [id]: "passed" });
      assert.deepEqual([state, witnesses, reason], ["proven", ["chain", witness], undefined]);
    });

  it("should be open by the service's word alone", () => {
    assert.equal(plain.record.runtimeMatch, "exact_match");
    const { state, closing } = claimOf("runtime-code", plain, NOTHING);
    assert.deepEqual([state, closing], ["open", "recompile"]);
  });

  it("should be refuted where the code changed during the run, whoever had it before", () => {
    const { state, witnesses } = claimOf("runtime-code", {
      ...plain,
      codeAgain: { state: "changed", code: "0x6001" },
    });
    assert.deepEqual([state, witnesses], ["refuted", ["chain"]]);
  });
});
