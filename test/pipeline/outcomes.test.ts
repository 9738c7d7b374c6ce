import { setTimeout as delay } from "node:timers/promises";
import { assert } from "chai";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import { getExitCode, worstExitCode } from "../../src/internal/report/outcome.ts";
import { PENDING, record } from "../helpers/pipeline/answers.ts";
import { GOOD, outcomeTable } from "../helpers/pipeline/outcome-table.ts";
import { factIn, runPipeline } from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";

describe("pipeline - the outcome and the exit code", () => {
  for (const [what, [setting, expected]] of Object.entries(outcomeTable()))
    it(`of ${what}: ${expected.outcome}${expected.code === undefined ? "" : ` ${expected.code}`}`, async () => {
      const { report, exitCode, service } = await runPipeline(setting);
      assert.deepEqual(
        {
          outcome: report.outcome,
          exitCode,
          ...(report.error === undefined ? {} : { code: report.error.code }),
          posts: service.count("submit"),
        },
        expected,
        JSON.stringify(report.error ?? report.checks, null, 2),
      );
      assert.isAtMost(report.submitted.filter(({ sent }) => sent).length, expected.posts);
      const isGood = report.checks.length > 0 && report.checks.every(({ status }) => status !== "failed");
      if (expected.outcome === "verified" || expected.outcome === "already-verified") assert.isTrue(isGood);
      assert.isAtLeast(report.timings.totalMs, 0);
    });
});

describe("pipeline - the code in the report", () => {
  it("should be left out, and nothing else, if nothing draws it", async () => {
    const drawn = await runPipeline({ script: GOOD });
    const plain = await runPipeline({ script: GOOD, request: { drawsCode: false } });
    const { code, timings: _, ...rest } = drawn.report;
    const { timings: __, ...others } = plain.report;
    assert.isAbove(code?.runtime.parts.length ?? 0, 0);
    assert.deepEqual(masked(others), masked(rest));
  });

  it("should tell whose source it is only if a proven record has a source map", async () => {
    const { runtimeBytecode, ...rest } = record();
    for (const sourceMap of ["0:1:0:-", undefined]) {
      const body = { ...rest, runtimeBytecode: { ...(runtimeBytecode as object), sourceMap } };
      const { report } = await runPipeline({ script: { record: [json(200, body)] } });
      assert.isAbove(report.code?.runtime.parts.length ?? 0, 0);
      assert.equal(report.code?.runtime.origins === undefined, sourceMap === undefined);
    }
  });

  /** Each run has a service of its own. */
  const masked = (report: object) =>
    JSON.stringify(report).replace(/127\.0\.0\.1:\d+|\d{4}-[\d-]+T[\d:.]+Z/g, "");
});

describe("pipeline - a run stopped from outside", () => {
  /** The user ends the run while its job is polled. */
  async function endedByUser(ports: Partial<Ports> = {}) {
    const user = new AbortController();
    using deadline = startDeadline(60_000, user.signal);
    return await runPipeline({
      script: { ...GOOD, job: [PENDING] },
      ports: { signal: deadline.signal, ...ports },
      onProgress: ({ type }) => {
        if (type === "polling") user.abort();
      },
    });
  }

  it("names the job and what was sent when the user ends it", async () => {
    const { report, exitCode } = await endedByUser();
    assert.deepEqual([report.outcome, exitCode, report.error?.code], ["timed-out", 3, "VC408"]);
    assert.equal(report.verificationId, VERIFICATION_ID);
    assert.include(factIn(report, "Job"), VERIFICATION_ID);
    assert.match(factIn(report, "Sent") ?? "", /^1 file, .*; the service accepted it/);
  });

  it("names no job to resume if the services end with the run", async () => {
    const { report } = await endedByUser({ recordsEnd: true });
    const labels = report.error?.facts.map(({ label }) => label);
    assert.deepEqual(labels, ["Sent", "After"]);
  });

  it("is not ended by a disposed deadline", async () => {
    const deadline = startDeadline(5, undefined);
    deadline[Symbol.dispose]();
    await delay(20);
    assert.isFalse(deadline.signal.aborted);
  });

  it("ends at once if it was stopped before it began", async () => {
    using deadline = startDeadline(60_000, AbortSignal.abort());
    const { report, service } = await runPipeline({ script: GOOD, ports: { signal: deadline.signal } });
    assert.deepInclude(report, { outcome: "timed-out" });
    assert.deepEqual([report.error?.code, service.kinds.length], ["VC408", 0]);
  });
});

describe("pipeline - the exit code of several contracts", () => {
  it("is the worst: an error outweighs an unavailable service", () => {
    assert.deepEqual([worstExitCode([]), worstExitCode([0, 0]), worstExitCode([0, 3, 0])], [0, 0, 3]);
    assert.deepEqual([worstExitCode([3, 1, 0]), worstExitCode([3, 1, 2])], [1, 2]);
  });

  it("is 0 for a verified contract's clone, and 3 for an untried contract", () =>
    assert.deepEqual([getExitCode("minimal-proxy"), getExitCode("not-tried")], [0, 3]));
});
