import { assert } from "chai";
import {
  countReports,
  initialActivity,
  nextActivity,
  waitLine,
  waitWords,
} from "../../src/internal/render/terminal/progress.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { ProgressEvent } from "../../src/internal/report/progress.ts";
import { JOB_ID } from "../helpers/report-parts.ts";

const SUBMITTED: ProgressEvent = { type: "submitted", verificationId: JOB_ID };
const POLLING: ProgressEvent = { type: "polling", verificationId: JOB_ID };

describe("reports - the current wait and its duration", () => {
  it("should be named at once, with the time after a second", () => {
    const doing = nextActivity(initialActivity(0), SUBMITTED, 1_000);
    assert.equal(waitWords(doing, 1_900), `waiting for job ${JOB_ID}`);
    assert.equal(waitWords(doing, 4_200), `waiting for job ${JOB_ID} for 3.2 s`);
  });

  it("should be counted from the submission for a job, however often it is polled", () => {
    const doing = [SUBMITTED, POLLING, POLLING].reduce(
      (before, event, index) => nextActivity(before, event, 1_000 + index * 4_000),
      initialActivity(0),
    );
    assert.equal(doing.sinceMs, 1_000);
    assert.notEqual(nextActivity(doing, { type: "checking" }, 12_000).sinceMs, 1_000);
  });

  it("should be logged after 1, 5, 15 and 30 seconds, and then every minute", () => {
    const doing = { words: "waiting", sinceMs: 500 };
    const said = [0, 999, 1_000, 4_999, 5_000, 15_000, 30_000, 59_999, 60_000, 120_000, 600_000];
    assert.deepEqual(
      said.map((waitedMs) => countReports(doing, 500 + waitedMs)),
      [0, 0, 1, 1, 2, 3, 4, 4, 5, 6, 14],
    );
  });

  it("should fit the rewritten line into any width, as clean text", () => {
    const doing = { words: `\u001b[2Jwaiting ${"x".repeat(300)}\n::error::`, sinceMs: 0 };
    for (const columns of [20, 40, 80]) {
      const line = waitLine(doing, 9_000, plainStyle, columns);
      assert.isBelow([...line].length, columns);
      for (const character of ["\u001b", "\n"]) assert.notInclude(line, character);
    }
  });
});
