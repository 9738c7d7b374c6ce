import { assert } from "chai";
import { Stopped } from "../../src/internal/pipeline/ports.ts";
import { StatusService } from "../../src/internal/services/status/status-service.ts";
import { NOT_VERIFIED, PENDING } from "../helpers/pipeline/answers.ts";
import { runPipeline, type Setting } from "../helpers/pipeline/world.ts";
import { type Behaviour, json, reset, serve } from "../helpers/services/fault-server.ts";
import { QUICK } from "../helpers/services/quick.ts";
import { incidentOf, maintenanceOf, statusSummaryOf } from "../helpers/status-summary.ts";

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
