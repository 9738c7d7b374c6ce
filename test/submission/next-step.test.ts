import { assert } from "chai";
import type { ExpectedMatch, ExpectedSideMatch } from "../../src/internal/domain/match.ts";
import type { JobError, Match } from "../../src/internal/domain/record.ts";
import {
  decideNextStep,
  type SubmissionEnd,
  type WiderInput,
} from "../../src/internal/submission/next-step.ts";
import { NO_MATCH } from "../helpers/services/examples.ts";
import { VERIFICATION_ID as verificationId } from "../helpers/services/quick.ts";

const EXACT = expecting("exact_match", "exact_match");

const WIDER: WiderInput = {
  paths: new Set(["contracts/A.sol", "contracts/B.sol"]),
  template: { object: "0x6001", linkReferences: {}, immutableReferences: {} },
  runtimeBytecode: "0x6001",
};

function expecting(creation: ExpectedSideMatch, runtime: ExpectedSideMatch): ExpectedMatch {
  return { creation, runtime, reasons: [] };
}

function failing(customCode: string, more: Partial<JobError> = {}): SubmissionEnd {
  return { kind: "failed", verificationId, error: { customCode, message: "no", ...more } };
}

function matched(creationMatch: Match | null, runtimeMatch: Match | null): SubmissionEnd {
  return { kind: "matched", verificationId, match: { ...NO_MATCH, creationMatch, runtimeMatch } };
}

describe("job - the next step after a failed job", () => {
  for (const [customCode, withFallback, without, mostRepeats] of [
    ["no_match", "done", "done", 0],
    ["extra_file_input_bug", "send-fallback", "done", 0],
    ["internal_error", "send-again", "send-again", 1],
    ["contract_not_deployed", "send-again", "send-again", 3],
  ] as const) {
    it(`for ${customCode} is ${withFallback}, without other sources ${without}`, () => {
      assert.equal(decideNextStep(failing(customCode), EXACT, WIDER, 0), withFallback);
      assert.equal(decideNextStep(failing(customCode), EXACT, undefined, 0), without);
    });

    it(`for ${customCode} resends the same input at most ${mostRepeats} times`, () => {
      let repeats = 0;
      while (decideNextStep(failing(customCode), EXACT, undefined, repeats) === "send-again") repeats += 1;
      assert.equal(repeats, mostRepeats);
    });
  }
});

describe("job - the next step after a job that matched", () => {
  for (const [creation, runtime, expected, step] of [
    ["match", "match", EXACT, "send-fallback"],
    [null, "exact_match", EXACT, "done"],
    ["exact_match", null, EXACT, "done"],
    ["match", "match", expecting("match", "match"), "done"],
  ] as const)
    it(`creation ${creation}, runtime ${runtime}, promised ${expected.creation} and ${expected.runtime}: ${step}`, () => {
      assert.equal(decideNextStep(matched(creation, runtime), expected, WIDER, 0), step);
      assert.equal(decideNextStep(matched(creation, runtime), expected, undefined, 0), "done");
    });

  it("is none if the service had already verified it", () =>
    assert.equal(decideNextStep({ kind: "already-verified", verificationId }, EXACT, WIDER, 0), "done"));
});
