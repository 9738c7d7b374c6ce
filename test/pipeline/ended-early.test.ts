import { assert } from "chai";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import { type Ports, Stopped } from "../../src/internal/pipeline/ports.ts";
import { contractVerdict } from "../../src/internal/render/words/verdict.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { getExitCode } from "../../src/internal/report/outcome.ts";
import type { ProgressEvent } from "../../src/internal/report/progress.ts";
import { StatusService } from "../../src/internal/services/status/status-service.ts";
import type { EarlierSubmission, Journal } from "../../src/internal/submission/journal.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { expectGolden } from "../helpers/golden.ts";
import { matchedJob, NOT_VERIFIED, PENDING, stored } from "../helpers/pipeline/answers.ts";
import { deployedChain } from "../helpers/pipeline/deployed.ts";
import { verifyAll } from "../helpers/pipeline/verify-all.ts";
import { factIn, NO_JOURNAL, runPipeline, type Setting, withPorts } from "../helpers/pipeline/world.ts";
import { problemScreen } from "../helpers/problem-screen.ts";
import { refused } from "../helpers/scripted-service.ts";
import { type Behaviour, json, neverAnswers, reset, serve } from "../helpers/services/fault-server.ts";
import { QUICK, VERIFICATION_ID } from "../helpers/services/quick.ts";
import { incidentOf, maintenanceOf, statusSummaryOf } from "../helpers/status-summary.ts";

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

const JOURNAL = { ...NO_JOURNAL, place: "/tmp/cache/verify-contract/20260302.jsonl" };
const SCRIPT = { record: [NOT_VERIFIED, stored()], job: [matchedJob()] };

function boom(): never {
  throw new TypeError("undefined is not a\u001b[2J function");
}

describe("pipeline - an unexpected error", () => {
  it("should end the contract with an error code, and list what was sent", async () => {
    const [report = assert.fail()] = await runAll({ ports: { journal: JOURNAL } }, ({ verification }) => {
      if (verification !== undefined) verification.job = boom;
    });
    assert.deepEqual([report.outcome, getExitCode(report.outcome)], ["not-proven", 1]);
    assert.equal(report.error?.code, "VC999");
    assert.equal(factIn(report, "Error"), "TypeError: undefined is not a function");
    assert.include(factIn(report, "Sent"), `job ${VERIFICATION_ID}`);
    assert.deepEqual([factIn(report, "Journal"), report.verificationId], [JOURNAL.place, VERIFICATION_ID]);
    assert.match(
      report.error?.next ?? "",
      /^report it with the complete message$|^report it with this message: https:\/\/.*\/issues$/,
    );
    assert.include(contractVerdict(report).text, "unexpected error");
  });

  it("should name the source location, without a path on this machine", async () => {
    const [report = assert.fail()] = await runAll({
      ports: { clock: { elapsedMs: () => performance.now(), now: boom } },
    });
    assert.equal(report.error?.code, "VC999");
    assert.match(factIn(report, "Where") ?? "", /^internal\/pipeline\/\S+\.ts:\d+/);
    assert.notInclude(JSON.stringify(report), process.cwd());
  });

  it("should end only its own contract", async () => {
    const broken = new FakeChain(31337);
    broken.code = boom;
    const chain = deployedChain();
    // One answer for both, because either may read the record first.
    const reports = await withPorts({ script: { record: [stored()] }, chain }, (ports, request) =>
      verifyAll([request, request], ports, {
        startTurn: (index) => ({
          ports: index === 0 ? { ...ports, chain: broken } : ports,
          [Symbol.dispose]: () => {},
        }),
      }),
    );
    const found = reports.map(({ outcome, error }) => [outcome, error?.code]);
    assert.deepEqual(found, [
      ["not-proven", "VC999"],
      ["already-verified", undefined],
    ]);
  });

  function runAll(
    setting: Setting,
    change: (ports: Ports) => void = () => {},
  ): Promise<readonly ContractReport[]> {
    return withPorts({ script: SCRIPT, ...setting }, (ports, request) => {
      change(ports);
      return verifyAll([request], ports);
    });
  }
});

/** Milliseconds, on a machine that does much else. */
const SOON_MS = 20_000;

const OUTAGE = json(
  200,
  statusSummaryOf({
    status: { indicator: "major", description: "Partial System Outage" },
    incidents: [incidentOf("Relay is down", "identified")],
    scheduled_maintenances: [
      maintenanceOf("Upgrade", "in_progress", { scheduled_until: "2026-11-21T14:00:00Z" }),
    ],
  }),
);

async function runWithStatus(status: Behaviour, setting: Setting) {
  await using server = await serve(status);
  const service = new StatusService({ url: server.url, ...QUICK, retry: { attempts: 1 } });
  const run = await runPipeline({ ...setting, ports: { ...setting.ports, status: service } });
  return { ...run, asked: server.requests.length };
}

const TOLD = [
  { label: "Status page", value: "major: Partial System Outage" },
  { label: "Incident", value: "Relay is down, identified" },
  { label: "Maintenance", value: "Upgrade, until 2026-11-21 14:00 UTC" },
];

const DOWN: Setting = { script: { record: [reset] } };

/** Stopped after the submission. */
function stoppedBy(by: Stopped["by"]): Setting {
  const stop = new AbortController();
  return {
    script: { record: [NOT_VERIFIED], job: [PENDING] },
    ports: { signal: stop.signal },
    onProgress: ({ type }) => {
      if (type === "submitted") stop.abort(new Stopped(by));
    },
  };
}

describe("pipeline - outages explained by the status service", () => {
  it("includes the status page's facts if a service is out of reach", async () => {
    const { report } = await runWithStatus(OUTAGE, DOWN);
    assert.equal(report.outcome, "unavailable");
    assert.deepEqual(report.error?.facts.slice(-3), TOLD);
  });

  it("includes the status page's facts when the deadline passes, after one request", async () => {
    const { report, asked } = await runWithStatus(OUTAGE, stoppedBy("deadline"));
    assert.deepEqual([report.outcome, report.error?.code], ["timed-out", "VC407"]);
    assert.deepEqual(report.error?.facts.slice(-3), TOLD);
    assert.equal(asked, 1);
  });

  it("sends no request when the user stopped the run", async () => {
    const { report, asked } = await runWithStatus(OUTAGE, stoppedBy("user"));
    assert.deepEqual([report.error?.code, asked], ["VC408", 0]);
  });

  it("gives up on a silent status service within seconds", async () => {
    const startedAt = performance.now();
    const { report } = await runWithStatus(() => {}, DOWN);
    assert.isBelow(performance.now() - startedAt, SOON_MS);
    assert.equal(report.error?.code, "VC401");
  });
});
