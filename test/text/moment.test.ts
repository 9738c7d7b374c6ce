import { assert } from "chai";
import {
  formatDayOrTime,
  formatUtcMinute,
  formatUtcSecond,
  parseMoment,
  parseTimeSpan,
} from "../../src/internal/text/moment.ts";

describe("network status - dates", () => {
  for (const date of ["2026-11-21T14:00:00Z", "2026-11-21T06:00:00.000-08:00", "2026-11-21T19:30:59+0530"])
    it(`should be shown in UTC: ${date}`, () => assert.equal(formatUtcMinute(date), "2026-11-21 14:00 UTC"));

  for (const date of [
    "",
    "soon",
    "2026-11-21",
    "2026-11-21T14:00:00",
    "2026-02-31T14:00:00Z",
    "9999-12-31T23:59:00-23:59",
    "-000001-01-01T00:00:00Z",
  ])
    it(`should be unchanged if invalid or without a time zone: ${JSON.stringify(date)}`, () => {
      assert.equal(formatUtcMinute(date), date);
      assert.isUndefined(parseMoment(date));
    });

  it("should be shown as a time on the same day, else as a date", () => {
    assert.equal(formatDayOrTime("2026-11-24T18:02:03.000Z", "2026-11-24T23:59:00.000Z"), "18:02 UTC");
    assert.equal(formatDayOrTime("2026-11-23T18:02:03.000Z", "2026-11-24T00:01:00.000Z"), "2026-11-23");
  });

  it("should be called unknown if missing", () => {
    assert.equal(formatUtcMinute(null), "an unknown time");
    assert.isUndefined(parseMoment(null));
  });

  it("should span 26 hours either way without a time zone, and be undefined if invalid", () => {
    const exact = Date.parse("2026-11-21T14:00:00Z");
    assert.deepEqual(parseTimeSpan("2026-11-21T14:00:00Z"), { fromMs: exact, toMs: exact });
    const { fromMs = 0, toMs = 0 } = parseTimeSpan("2026-11-21 14:00:00") ?? {};
    assert.equal(toMs - fromMs, 2 * 26 * 3_600_000);
    assert.isTrue(fromMs < exact && exact < toMs);
    for (const date of ["soon", null, undefined]) assert.isUndefined(parseTimeSpan(date));
  });

  it("should be called impossible beyond JavaScript's range", () =>
    assert.equal(formatUtcSecond(new Date(8.64e15 + 1)), "an impossible time"));
});
