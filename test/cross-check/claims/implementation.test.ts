import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { claimOf } from "../../helpers/cross-check/one-claim.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));
const judged = (proxy: object | null | undefined) =>
  claimOf("implementation", { ...plain, proxy: proxy as Evidence["proxy"] }, { proxy: "skipped" });

describe("cross-check - the claim implementation", () => {
  const states = {
    code: "proven",
    probe: "proven",
    trace: "proven",
    stated: "vouched",
    conflicting: "open",
    "no-code": "open",
  } as const;
  for (const [proof, state] of Object.entries(states))
    it(`should be ${state} where the proof is ${proof}`, () => {
      const { closing, ...judgement } = judged({ proof, candidates: [{ implementation: "0x12" }] });
      assert.deepEqual([judgement.state, closing], [state, state === "open" ? "none" : undefined]);
      assert.equal(judgement.reason?.includes("0x12") ?? false, proof === "conflicting");
    });

  it("should not apply to a contract that forwards nothing, and be open where the node does not say", () => {
    assert.deepInclude(judged(null), { state: "proven", witnesses: [] });
    assert.deepInclude(judged(undefined), { state: "open", closing: "wait" });
  });
});
