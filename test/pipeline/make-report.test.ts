import { assert } from "chai";
import { getExitCode, worstExitCode } from "../../src/internal/report/outcome.ts";

describe("pipeline - the exit code of several contracts", () => {
  it("is the worst: what is wrong weighs more than what could not be told", () => {
    assert.deepEqual([worstExitCode([]), worstExitCode([0, 0]), worstExitCode([0, 3, 0])], [0, 0, 3]);
    assert.deepEqual([worstExitCode([3, 1, 0]), worstExitCode([3, 1, 2])], [1, 2]);
  });

  it("is good for a clone of what is good, and can't be told for what was not tried", () =>
    assert.deepEqual([getExitCode("minimal-proxy"), getExitCode("not-tried")], [0, 3]));
});
