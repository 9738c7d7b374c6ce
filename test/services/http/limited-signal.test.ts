import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { limitedSignal, untilAborted } from "../../../src/internal/services/http/limited-signal.ts";

describe("services/http - a signal for one piece of work", () => {
  it("should be aborted when the time is up", async () => {
    const tooLate = new Error("too late");
    using limited = limitedSignal(undefined, 5, () => tooLate);
    await sleep(30);
    assert.strictEqual(limited.signal.reason, tooLate);
  });

  it("should remove the listener for an abort, however the wait ended", async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve("there"), signal), "there");
    await untilAborted(Promise.reject(new Error("failed")), signal).catch(() => {});
    assert.isEmpty(getEventListeners(signal, "abort"));
  });

  it("should handle work that fails after the wait ended", async () => {
    const reason = new Error("stopped before");
    const ended = await untilAborted(Promise.reject(new Error("late")), AbortSignal.abort(reason)).catch(
      (error: unknown) => error,
    );
    assert.strictEqual(ended, reason);
    await sleep(5);
  });
});
