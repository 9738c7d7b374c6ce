import { assert } from "chai";
import { StatusService } from "../../../src/internal/services/status/status-service.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { json, serve, text } from "../../helpers/services/fault-server.ts";
import { QUICK } from "../../helpers/services/quick.ts";

const PAGE = {
  id: "p1",
  name: "Ledger",
  url: "https://status.example",
  time_zone: "Etc/UTC",
  updated_at: "2026-11-21T09:24:47Z",
} as const;
const STATUS = { indicator: "minor", description: "Partially Degraded Service" } as const;
const COMPONENT = {
  id: "c1",
  name: "Mirror node",
  status: "under_maintenance",
  description: null,
  position: 1,
  group: false,
  group_id: null,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-11-21T09:24:47Z",
} as const;
const UPDATE = {
  id: "u1",
  status: "monitoring",
  body: "Watching.",
  created_at: null,
  updated_at: null,
} as const;
const INCIDENT = {
  id: "i1",
  name: "Slow answers",
  status: "monitoring",
  impact: "minor",
  created_at: "2026-11-21T09:00:00Z",
  updated_at: "2026-11-21T09:24:47Z",
  monitoring_at: "2026-11-21T09:24:47Z",
  resolved_at: null,
  shortlink: "https://stspg.example/x",
  incident_updates: [UPDATE],
} as const;
const MAINTENANCE = {
  ...INCIDENT,
  id: "m1",
  status: "in_progress",
  impact: "maintenance",
  scheduled_for: "2026-11-21T13:00:00Z",
  scheduled_until: "2026-11-21T14:00:00Z",
} as const;

const SUMMARY = {
  page: PAGE,
  status: STATUS,
  components: [COMPONENT],
  incidents: [INCIDENT],
  scheduled_maintenances: [MAINTENANCE],
} as const;

function service(url: string): StatusService {
  return new StatusService({ ...QUICK, url });
}

describe("services - status service", () => {
  it("should read the answer of each endpoint", async () => {
    await using server = await serve(json(200, SUMMARY));
    const it = service(`${server.url}/`);
    assert.deepEqual(
      [
        await it.summary(),
        await it.status(),
        await it.components(),
        await it.incidents(),
        await it.unresolvedIncidents(),
        await it.scheduledMaintenances(),
        await it.upcomingMaintenances(),
        await it.activeMaintenances(),
      ] as unknown[],
      [SUMMARY, STATUS, [COMPONENT], [INCIDENT], [INCIDENT], [MAINTENANCE], [MAINTENANCE], [MAINTENANCE]],
    );
  });

  it("should keep unknown values as they came, and take missing details for null", async () => {
    await using server = await serve(
      json(200, {
        page: null,
        status: { indicator: "apocalyptic", description: "" },
        components: [{ id: "c", name: "n", status: "on_fire" }],
        incidents: [{ id: "i", name: "n", status: "puzzling" }],
        scheduled_maintenances: [{ id: "m", name: "n", status: "postponed", incident_updates: null }],
      }),
    );
    const summary = await service(server.url).summary();
    assert.deepEqual([summary.status.indicator, summary.components[0]?.status], ["apocalyptic", "on_fire"]);
    assert.isNull(summary.components[0]?.group_id);
    assert.equal(summary.incidents[0]?.status, "puzzling");
    assert.deepEqual(summary.incidents[0]?.incident_updates, []);
    assert.equal(summary.scheduled_maintenances[0]?.status, "postponed");
    assert.isNull(summary.page.name);
  });

  it("should conclude nothing from what is no status", async () => {
    for (const behaviour of [
      json(200, {}),
      json(200, { status: { indicator: null, description: "" } }),
      json(200, { status: "none" }),
      text(200, "<html>"),
    ]) {
      await using server = await serve(behaviour);
      const error = await failureOf(service(server.url).status());
      assert.deepEqual([error.kind, error.service], ["unusable", "status service"]);
    }
  });

  it("should stop when it is told to", async () => {
    await using server = await serve(json(200, SUMMARY));
    const error = await failureOf(service(server.url).summary({ signal: AbortSignal.abort() }));
    assert.equal(error.kind, "aborted");
  });
});
