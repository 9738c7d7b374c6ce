import { assert } from "chai";
import { retryAfterMs } from "../../../src/internal/services/http/failures.ts";

describe("services - Retry-After", () => {
  const now = Date.UTC(2026, 10, 21, 9, 0, 0);

  it("should accept seconds", () =>
    assert.deepEqual([retryAfterMs("120", now), retryAfterMs(" 0 ", now)], [120_000, 0]));

  it("should accept an HTTP date, relative to the given time", () =>
    assert.equal(retryAfterMs("Sat, 21 Nov 2026 09:00:07 GMT", now), 7000));

  it("should treat a past date as no wait", () =>
    assert.equal(retryAfterMs("Sat, 21 Nov 2026 08:00:00 GMT", now), 0));

  it("should ignore invalid values", () => {
    for (const value of [undefined, "", "soon", "-5", "1.5", "12 minutes", "99999999999", "Sat, never"])
      assert.isUndefined(retryAfterMs(value, now), value);
  });
});
