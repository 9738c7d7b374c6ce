import { assert } from "chai";
import {
  afterPauseAsked,
  afterServed,
  afterStart,
  FULL_SPEED,
  msUntilStart,
  type Pace,
} from "../../../src/internal/services/http/hosts.ts";

const LIMIT = { pauseMs: 400, isRetryAfter: false, isTooFast: true };

function times<T>(count: number, first: T, step: (value: T) => T): T {
  return Array.from({ length: count }).reduce<T>((value) => step(value), first);
}

describe("services - pace of a host", () => {
  it("should run at full speed at first", () => {
    assert.deepEqual([msUntilStart(FULL_SPEED, 0), msUntilStart(afterStart(FULL_SPEED, 5), 5)], [0, 0]);
    assert.equal(afterServed(FULL_SPEED, 0), FULL_SPEED);
  });

  it("should wait until the pause ends, then keep an interval", () => {
    const slowed = afterPauseAsked(FULL_SPEED, 0, LIMIT, 1000);
    assert.deepEqual([msUntilStart(slowed, 1100), msUntilStart(slowed, 1400)], [300, 0]);
    assert.equal(msUntilStart(afterStart(slowed, 1400), 1400), 250);
  });

  it("should double the interval with each limit hit, up to the maximum", () => {
    const intervals: number[] = [];
    times(6, FULL_SPEED, (pace) => {
      const next = afterPauseAsked(pace, pace.round, LIMIT, 0);
      intervals.push(next.intervalMs);
      return next;
    });
    assert.deepEqual(intervals, [250, 500, 1000, 2000, 2000, 2000]);
  });

  it("should slow down once for all pending requests", () => {
    const slowed = afterPauseAsked(FULL_SPEED, 0, LIMIT, 1000);
    assert.equal(afterPauseAsked(slowed, 0, { ...LIMIT, pauseMs: 9000 }, 1010), slowed);
  });

  it("should extend a pause if one of the requests got a later Retry-After", () => {
    const slowed = afterPauseAsked(FULL_SPEED, 0, LIMIT, 1000);
    const prolonged = afterPauseAsked(slowed, 0, { ...LIMIT, pauseMs: 9000, isRetryAfter: true }, 1010);
    assert.deepEqual(prolonged, { ...slowed, pausedUntilMs: 10_010 });
    assert.deepEqual(
      afterPauseAsked(prolonged, 0, { ...LIMIT, isRetryAfter: true }, 1020),
      prolonged,
      "a pause is never shortened",
    );
  });

  it("should pause for a briefly unavailable host without slowing down afterwards", () => {
    const paused = afterPauseAsked(FULL_SPEED, 0, { ...LIMIT, isTooFast: false }, 1000);
    assert.deepEqual([msUntilStart(paused, 1000), paused.intervalMs], [400, 0]);
  });

  it("should return to full speed with successful responses, but not those from before the pause", () => {
    const slowed = afterPauseAsked(FULL_SPEED, 0, LIMIT, 0);
    assert.deepEqual([afterServed(slowed, 0), Math.round(afterServed(slowed, 1).intervalMs)], [slowed, 225]);
    assert.equal(times(40, slowed, (pace) => afterServed(pace, 1)).intervalMs, 0);
  });

  it("should start no more requests per second than the limit, and the first ones at once", () => {
    const limited: Pace = { ...FULL_SPEED, requestsPerSecond: 3 };
    const three = [1000, 1001, 1400].reduce((pace, nowMs) => {
      assert.equal(msUntilStart(pace, nowMs), 0);
      return afterStart(pace, nowMs);
    }, limited);
    assert.deepEqual([msUntilStart(three, 1400), msUntilStart(three, 2000)], [600, 0]);
    assert.equal(msUntilStart(afterStart(three, 2000), 2000), 1);
    const many = times(100, { pace: limited, nowMs: 0 }, ({ pace, nowMs }) => {
      const startMs = nowMs + msUntilStart(pace, nowMs);
      return { pace: afterStart(pace, startMs), nowMs: startMs };
    });
    assert.equal(many.nowMs, 33_000);
    assert.isAtMost(many.pace.startsMs.length, 3);
    assert.isEmpty(times(100, FULL_SPEED, (pace) => afterStart(pace, 0)).startsMs);
  });
});
