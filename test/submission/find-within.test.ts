import { assert } from "chai";
import { ServiceError } from "../../src/internal/services/service-error.ts";
import { createSharedPatience, findWithin } from "../../src/internal/submission/pace.ts";

/** A clock that advances only while something waits. */
function clockAt(nowMs: number) {
  const waits: number[] = [];
  return {
    waits,
    elapsedMs: () => nowMs,
    wait: async (delayMs: number) => {
      waits.push(delayMs);
      nowMs += delayMs;
    },
  };
}

const SIGNAL = new AbortController().signal;
const POLLING = { firstDelayMs: 50, maxDelayMs: 3000 };

describe("job - waiting for a record", () => {
  it("should read the record again until it appears", async () => {
    const clock = clockAt(0);
    const read = async () => (clock.waits.length === 3 ? "found" : undefined);
    assert.equal(await findWithin(10_000, read, { polling: POLLING, clock, signal: SIGNAL }), "found");
  });

  it("should stop reading when the time is up, to the millisecond", async () => {
    const clock = clockAt(5_000);
    assert.isUndefined(
      await findWithin(10_000, async () => undefined, { polling: POLLING, clock, signal: SIGNAL }),
    );
    assert.equal(clock.elapsedMs(), 15_000);
    assert.isAbove(Math.min(...clock.waits), 0);
  });

  it("should give up if the service doesn't answer, and rethrow any other error", async () => {
    const polling = { firstDelayMs: 1, maxDelayMs: 1 };
    const clock = clockAt(0);
    const failing = (error: unknown) =>
      findWithin(10, () => Promise.reject(error), { polling, clock, signal: SIGNAL });
    assert.isUndefined(await failing(Object.assign(Object.create(ServiceError.prototype), { kind: "http" })));
    const other = new Error("out of luck");
    assert.equal(await failing(other).catch((error: unknown) => error), other);
  });

  it("should share one time limit that starts with its first use", () => {
    let nowMs = 100;
    const leftMs = createSharedPatience(1000, { elapsedMs: () => nowMs });
    nowMs = 500;
    assert.equal(leftMs(), 1000);
    nowMs = 800;
    assert.equal(leftMs(), 700);
    nowMs = 9_000;
    assert.equal(leftMs(), 0);
  });
});
