import { assert } from "chai";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import type { ProgressEvent } from "../../src/internal/report/progress.ts";
import type { EarlierSubmission, Journal } from "../../src/internal/submission/journal.ts";
import { expectGolden } from "../helpers/golden.ts";
import { matchedJob, NOT_VERIFIED, PENDING } from "../helpers/pipeline/answers.ts";
import { runPipeline, type Setting } from "../helpers/pipeline/world.ts";
import { problemScreen } from "../helpers/problem-screen.ts";
import { refused } from "../helpers/scripted-service.ts";
import { neverAnswers } from "../helpers/services/fault-server.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";

const NOW = new Date("2026-11-22T10:00:00Z");
const HOURS_AGO = new Date("2026-11-22T07:59:30Z");
const MINUTES_AGO = new Date("2026-11-22T09:57:00Z");
const BUSY = refused(429, "duplicate_verification_request");
const JOB: EarlierSubmission = {
  kind: "job",
  verificationId: VERIFICATION_ID,
  result: undefined,
  at: HOURS_AGO,
};

const remembering = (earlier: EarlierSubmission): Journal => ({
  lookUp: () => Promise.resolve(earlier),
  note: () => Promise.resolve(),
});

async function late(setting: Setting, afterMs = 800): Promise<ContractReport> {
  using deadline = startDeadline(afterMs, undefined);
  const clock = { elapsedMs: () => performance.now(), now: () => NOW };
  const ports = { clock, ...setting.ports, signal: deadline.signal };
  const { report, exitCode } = await runPipeline({ ...setting, ports });
  assert.equal(exitCode, 3);
  assert.equal(report.error?.code, "VC407", JSON.stringify(report.error));
  return report;
}

function screen({ error }: ContractReport): string {
  assert(error !== undefined);
  return problemScreen(error as Parameters<typeof problemScreen>[0]);
}

describe("pipeline - the deadline passes", () => {
  const accepted = { record: [NOT_VERIFIED], job: [PENDING] };
  for (const [name, setting] of [
    ["a job that was just sent", { script: accepted }],
    [
      "a job that an earlier run sent and that hangs",
      { script: accepted, ports: { journal: remembering(JOB) } },
    ],
    ["another job that blocks this one", { script: { record: [NOT_VERIFIED], submit: [BUSY] } }],
    [
      "a lost submission of an earlier run that blocks this one",
      {
        script: { record: [NOT_VERIFIED], submit: [BUSY] },
        ports: { journal: remembering({ kind: "lost", at: HOURS_AGO, job: undefined }) },
      },
    ],
    ["a submission without an answer", { script: { record: [NOT_VERIFIED], submit: [neverAnswers] } }],
    [
      "a silent record after the job",
      { script: { record: [NOT_VERIFIED, neverAnswers], job: [matchedJob()] } },
    ],
    [
      "a silent query service before anything",
      { script: { record: [NOT_VERIFIED], query: [neverAnswers] }, target: "0.0.5001" },
    ],
  ] as const satisfies readonly (readonly [string, Setting])[])
    it(`should name what the run waited for, and what it sent: ${name}`, async () => {
      const report = await late(setting);
      expectGolden(`outcomes/deadline/${name.replaceAll(" ", "-")}.txt`, screen(report));
    });
});

describe("pipeline - a stalled job", () => {
  for (const [what, at, times] of [
    ["once, when an earlier run left it minutes ago", MINUTES_AGO, 1],
    ["not yet, when an earlier run has just sent it", new Date("2026-11-22T09:59:30Z"), 0],
  ] as const)
    it(`should be reported ${what}`, async () => {
      const events: ProgressEvent[] = [];
      const report = await late({
        script: { record: [NOT_VERIFIED], job: [PENDING] },
        ports: { journal: remembering({ ...JOB, at }) },
        onProgress: (event) => events.push(event),
      });
      const said = events.filter(({ type }) => type === "job-stands-still");
      assert.lengthOf(said, times);
      assert.equal(report.error?.next?.includes("--timeout"), times === 0, "a longer wait mends no lost job");
    });
});
