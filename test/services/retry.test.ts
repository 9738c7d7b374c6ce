import { assert } from "chai";
import { waitByTimer } from "../../src/internal/services/retry.ts";

describe("waiting by a timer", () => {
  it("should never wait less than requested", async () => {
    const waited: number[] = [];
    for (let round = 0; round < 100; round++) {
      // Each round starts at another fraction of a millisecond.
      const startAtMs = performance.now() + (round % 10) / 10;
      while (performance.now() < startAtMs);
      const startedAtMs = performance.now();
      await waitByTimer(2, new AbortController().signal);
      waited.push(performance.now() - startedAtMs);
    }
    assert.isAtLeast(Math.min(...waited), 2);
  });
});
