import { setImmediate as nextTurn } from "node:timers/promises";
import { assert } from "chai";
import { HostPace } from "../../../src/internal/services/http/hosts.ts";

const LIMIT = { pauseMs: 400, isRetryAfter: false, isTooFast: true };
const NEVER = new AbortController().signal;

describe("services - pace of a host", () => {
  const { now } = performance;
  let nowMs = 0;
  let pace: HostPace;

  beforeEach(() => {
    nowMs = 0;
    pace = new HostPace();
    performance.now = () => nowMs;
  });
  afterEach(() => {
    performance.now = now;
  });

  async function startAt(atMs: number): Promise<number> {
    nowMs = atMs;
    const round = await pace.run(async (round) => round, NEVER);
    // The queue frees the place after the turn.
    await nextTurn();
    return round;
  }

  function waitMsAt(atMs: number): number {
    nowMs = atMs;
    return pace.waitMs;
  }

  /** Starts a request that exceeds the host's limit. */
  async function slowDown(): Promise<number> {
    const round = await startAt(1000);
    assert.isTrue(pace.pause(round, LIMIT));
    return round;
  }

  it("should wait until the pause ends, then keep an interval", async () => {
    await slowDown();
    assert.deepEqual([waitMsAt(1100), waitMsAt(1400)], [300, 0]);
    await startAt(1400);
    assert.equal(pace.waitMs, 250);
  });

  it("should double the interval with each limit hit, up to the maximum", async () => {
    const intervals: number[] = [];
    for (let hit = 1; hit <= 6; hit++) {
      pace.pause(await startAt(hit * 10_000), LIMIT);
      intervals.push(pace.intervalMs);
    }
    assert.deepEqual(intervals, [250, 500, 1000, 2000, 2000, 2000]);
  });

  it("should slow down once for all pending requests", async () => {
    const round = await slowDown();
    assert.isFalse(pace.pause(round, { ...LIMIT, pauseMs: 9000 }));
    assert.deepEqual([pace.waitMs, pace.intervalMs], [400, 250]);
  });

  it("should extend a pause if one of the requests got a later Retry-After, and never shorten it", async () => {
    const round = await slowDown();
    pace.pause(round, { ...LIMIT, pauseMs: 9000, isRetryAfter: true });
    pace.pause(round, { ...LIMIT, isRetryAfter: true });
    assert.deepEqual([pace.waitMs, pace.intervalMs], [9000, 250]);
  });

  it("should pause for a briefly unavailable host without slowing down afterwards", async () => {
    pace.pause(await startAt(1000), { ...LIMIT, isTooFast: false });
    assert.deepEqual([pace.waitMs, pace.intervalMs], [400, 0]);
  });

  it("should return to full speed with successful responses, but not those from before the pause", async () => {
    const before = await slowDown();
    pace.served(before);
    assert.equal(pace.intervalMs, 250);
    const round = await startAt(2000);
    pace.served(round);
    assert.equal(pace.intervalMs, 225);
    for (let count = 0; count < 40; count++) pace.served(round);
    assert.equal(pace.intervalMs, 0);
  });

  it("should start no more requests per second than the limit, and the first ones at once", async () => {
    pace.keepWithin({ requestsPerSecond: 3 });
    for (const atMs of [1000, 1001, 1400]) {
      assert.equal(waitMsAt(atMs), 0);
      await startAt(atMs);
    }
    assert.deepEqual([waitMsAt(1400), waitMsAt(2000)], [600, 0]);
    await startAt(2000);
    assert.equal(pace.waitMs, 1);
    for (let count = 0; count < 98; count++) await startAt(nowMs + pace.waitMs);
    assert.equal(nowMs, 34_400);
  });
});
