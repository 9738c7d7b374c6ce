import { assert } from "chai";
import { getExitCode, worstExitCode } from "../../src/internal/report/outcome.ts";

describe("pipeline - the exit code of several contracts", () => {
  it("is the worst: an error outweighs an unavailable service", () => {
    assert.deepEqual([worstExitCode([]), worstExitCode([0, 0]), worstExitCode([0, 3, 0])], [0, 0, 3]);
    assert.deepEqual([worstExitCode([3, 1, 0]), worstExitCode([3, 1, 2])], [1, 2]);
  });

  it("is 0 for a verified contract's clone, and 3 for an untried contract", () =>
    assert.deepEqual([getExitCode("minimal-proxy"), getExitCode("not-tried")], [0, 3]));
});
