import { assert } from "chai";

import { StatusService } from "../../src/internal/services/status/status-service.ts";
import { type Behaviour, json, reset, serve } from "../services/helpers/fault-server.ts";
import { QUICK } from "../services/helpers/quick.ts";
import { NOT_VERIFIED, type Run, runPipeline, type Setting, stored } from "./world.ts";

const OUTAGE = json(200, {
  page: { id: "p", name: "Network", url: "https://status.example", time_zone: "UTC", updated_at: null },
  status: { indicator: "major", description: "Partial System Outage" },
});

/** Runs with a status service, and tells how often it was asked. */
async function runWithStatus(status: Behaviour, setting: Setting): Promise<Run & { readonly asked: number }> {
  await using server = await serve(status);
  const service = new StatusService({ url: server.url, ...QUICK, retry: { attempts: 1 } });
  const run = await runPipeline({ ...setting, ports: { ...setting.ports, status: service } });
  return { ...run, asked: server.requests.length };
}

const DOWN: Setting = { script: { record: [reset] } };

describe("pipeline - explained by the status service", () => {
  it("says what the status page says when a service is out of reach", async () => {
    const { report } = await runWithStatus(OUTAGE, DOWN);
    assert.equal(report.outcome, "unavailable");
    assert.deepInclude(report.error?.facts ?? [], {
      label: "Status page",
      value: "major: Partial System Outage",
    });
  });

  for (const [what, status] of [
    ["is down too", reset],
    ["answers with something else", json(200, { hello: "world" })],
  ] as const) {
    it(`says the same without it when the status service ${what}`, async () => {
      const { report } = await runWithStatus(status, DOWN);
      assert.equal(report.error?.code, "VC401");
      const labels = report.error?.facts.map(({ label }) => label) ?? [];
      assert.notInclude(labels, "Status page");
    });
  }

  it("asks nobody when there is nothing to explain", async () => {
    const verified = await runWithStatus(OUTAGE, { script: { record: [stored()] } });
    assert.equal(verified.report.outcome, "already-verified");
    assert.equal(verified.asked, 0);
    const missing = await runWithStatus(OUTAGE, {
      script: { record: [NOT_VERIFIED] },
      request: { contract: "Fixed" },
    });
    assert.equal(missing.report.outcome, "no-build");
    assert.equal(missing.asked, 0);
  });
});
