import { assert } from "chai";
import type { Outcome } from "../../src/internal/report/model.ts";
import { getExitCode, worstExitCode } from "../../src/internal/report/outcome.ts";

const EXIT_CODES: Readonly<Record<Outcome, number>> = {
  verified: 0,
  "already-verified": 0,
  "dry-run": 0,
  "minimal-proxy": 0,
  "known-code": 0,
  "as-locked": 0,
  "of-others": 0,
  mismatch: 1,
  "check-failed": 1,
  "not-deployed": 1,
  "no-build": 1,
  rejected: 1,
  "not-proven": 1,
  drifted: 1,
  unavailable: 3,
  "timed-out": 3,
  "not-tried": 3,
};

describe("pipeline - the exit code", () => {
  for (const [outcome, code] of Object.entries(EXIT_CODES))
    it(`of ${outcome} is ${code}`, () => assert.equal(getExitCode(outcome as Outcome), code));

  it("of several is the worst: what is wrong weighs more than what could not be told", () => {
    assert.deepEqual([worstExitCode([]), worstExitCode([0, 0]), worstExitCode([0, 3, 0])], [0, 0, 3]);
    assert.deepEqual([worstExitCode([3, 1, 0]), worstExitCode([3, 1, 2])], [1, 2]);
  });
});
