import { assert } from "chai";
import { growingDelayMs, type PollOptions, pollDelayMs } from "../../src/internal/submission/pace.ts";

const DEFAULTS: PollOptions = { firstDelayMs: 50, maxDelayMs: 3000 };

describe("job - when to poll a job", () => {
  it("should poll again after the first delay", () => {
    assert.equal(pollDelayMs(DEFAULTS, { elapsedMs: 0, tookMs: 0 }, 0), 50);
    assert.equal(pollDelayMs(DEFAULTS, { elapsedMs: 0, tookMs: 30 }, 1), 50);
  });

  it("should wait a share of the job's duration so far, up to the maximum", () => {
    const delaysMs = [1000, 10_000, 60_000].map((elapsedMs) =>
      [0, 1].map((random) => pollDelayMs(DEFAULTS, { elapsedMs, tookMs: 0 }, random)),
    );
    assert.deepEqual(delaysMs, [
      [90, 72],
      [900, 720],
      [3000, 3000],
    ]);
  });

  it("should wait for half of the previous job's duration before polling again", () => {
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
