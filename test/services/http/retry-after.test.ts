import { assert } from "chai";
import { retryAfterMs } from "../../../src/internal/services/http/failures.ts";

describe("services - Retry-After", () => {
  const now = Date.UTC(2026, 10, 21, 9, 0, 0);

  for (const [value, expectedMs] of [
    ["120", 120_000],
    [" 0 ", 0],
    ["Sat, 21 Nov 2026 09:00:07 GMT", 7000],
    ["Sat, 21 Nov 2026 08:00:00 GMT", 0],
  ] as const)
    it(`should be ${expectedMs} ms for "${value}"`, () => assert.equal(retryAfterMs(value, now), expectedMs));

  it("should ignore invalid values", () => {
    for (const value of [undefined, "", "soon", "-5", "1.5", "12 minutes", "99999999999", "Sat, never"])
      assert.isUndefined(retryAfterMs(value, now), value);
  });
});
