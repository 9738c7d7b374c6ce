import { assert } from "chai";
import { growingDelayMs, type PollOptions, pollDelayMs } from "../../src/internal/submission/pace.ts";

const DEFAULTS: PollOptions = { firstDelayMs: 50, maxDelayMs: 3000 };

/** Follows a job of a service that answers in `rttMs`, at the same pace as `pollJob`. */
function followed(jobMs: number, rttMs: number, random: () => number) {
  let atMs = 0;
  for (let questions = 1; ; questions++) {
    // Request and response each take half of the round trip.
    const isDone = atMs + rttMs / 2 >= jobMs;
    if (isDone) return { questions, wastedMs: atMs + rttMs - jobMs };
    atMs += rttMs + pollDelayMs(DEFAULTS, { elapsedMs: atMs, tookMs: rttMs }, random());
  }
}

/** Job durations around a time, a tenth of a percent apart. */
function endings(aroundMs: number): readonly number[] {
  return Array.from({ length: 400 }, (_, index) => aroundMs * (0.8 + index / 1000));
}

describe("job - when to ask for a job", () => {
  it("should ask again after the first delay", () => {
    assert.equal(pollDelayMs(DEFAULTS, { elapsedMs: 0, tookMs: 0 }, 0), 50);
    assert.equal(pollDelayMs(DEFAULTS, { elapsedMs: 0, tookMs: 30 }, 1), 50);
  });

  for (const seconds of [0.2, 4, 300])
    it(`should notice the end of a ${seconds} s job within a tenth of its duration`, () => {
      for (const rttMs of [0, 5, 40])
        for (const random of [() => 0, () => 1, Math.random]) {
          for (const jobMs of endings(seconds * 1000)) {
            const { wastedMs } = followed(jobMs, rttMs, random);
            assert.isAtMost(
              wastedMs,
              Math.max(50 + rttMs, jobMs * 0.1) + 1 + rttMs,
              `${jobMs} ms, ${rttMs} ms away`,
            );
          }
        }
    });

  for (const [seconds, most] of [
    [1, 25],
    [60, 90],
    [300, 170],
  ] as const)
    it(`should ask at most ${most} times for a ${seconds} s job`, () =>
      assert.isAtMost(followed(seconds * 1000, 0, () => 1).questions, most));

  it("should wait for half of the previous job's duration before asking again", () => {
    const asked = { elapsedMs: 100, tookMs: 10, lastJobMs: 1000 };
    assert.equal(pollDelayMs(DEFAULTS, asked, 0), 390);
    assert.equal(pollDelayMs(DEFAULTS, { ...asked, elapsedMs: 500 }, 0), 50);
    assert.equal(pollDelayMs(DEFAULTS, { ...asked, lastJobMs: 60_000 }, 0), 2990);
  });

  it("should respect Retry-After, up to half a minute", () => {
    const asked = { elapsedMs: 100, tookMs: 10 };
    assert.equal(pollDelayMs(DEFAULTS, { ...asked, retryAfterMs: 2000 }, 0), 2000);
    assert.equal(pollDelayMs(DEFAULTS, { ...asked, retryAfterMs: 3_600_000 }, 0), 30_000);
    assert.equal(pollDelayMs(DEFAULTS, { elapsedMs: 60_000, tookMs: 10, retryAfterMs: 1000 }, 0), 2990);
  });

  it("should wait the first delay after each answer of a slow service", () =>
    assert.equal(pollDelayMs(DEFAULTS, { elapsedMs: 4000, tookMs: 2000 }, 0), 50));
});

describe("job - when to repeat a submission", () => {
  it("should wait longer after each attempt, at random up to twice as long, within the limit", () => {
    const delayMs = (attempt: number, random: number) => growingDelayMs(DEFAULTS, attempt, random);
    assert.deepEqual([delayMs(1, 0), delayMs(1, 1), delayMs(2, 0), delayMs(3, 0)], [100, 200, 140, 196]);
    assert.equal(delayMs(30, 0), 3000);
  });
});
