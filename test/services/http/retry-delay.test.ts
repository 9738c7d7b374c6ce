import { assert } from "chai";
import { DEFAULT_RETRY, retryDelayMs } from "../../../src/internal/services/http/retry-delay.ts";

describe("services - retry delay", () => {
  it("should double with each try and stop growing at the maximum", () => {
    const delays = [1, 2, 3, 4, 5, 6, 60].map((attempt) =>
      retryDelayMs(attempt, DEFAULT_RETRY, undefined, 1),
    );
    assert.deepEqual(delays, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it("should leave half of the delay to chance", () => {
    assert.equal(retryDelayMs(3, DEFAULT_RETRY, undefined, 0), 1000);
    assert.equal(retryDelayMs(3, DEFAULT_RETRY, undefined, 0.5), 1500);
  });

  it("should never wait less than Retry-After asks for", () => {
    assert.equal(retryDelayMs(1, DEFAULT_RETRY, 12_000, 0), 12_000);
    assert.equal(retryDelayMs(5, DEFAULT_RETRY, 100, 0), 100);
  });

  it("should spread clients that were told the same time", () => {
    assert.equal(retryDelayMs(1, DEFAULT_RETRY, 12_000, 1), 12_250);
  });

  it("should cap Retry-After", () => {
    assert.equal(retryDelayMs(1, DEFAULT_RETRY, 86_400_000, 1), 30_000);
  });
});
