import { assert } from "chai";
import { StatusService } from "../../../src/internal/services/status/status-service.ts";
import { failureOf, misuseOf } from "../../helpers/services/failure-of.ts";
import { json, serve, text } from "../../helpers/services/fault-server.ts";
import { QUICK } from "../../helpers/services/quick.ts";
import { componentOf, incidentOf, maintenanceOf, statusSummaryOf } from "../../helpers/status-summary.ts";

const AT = "2026-11-21T09:24:47Z";
const STATUS = { indicator: "minor", description: "Partially Degraded Service" };
const COMPONENT = componentOf("Mirror node", "under_maintenance", {
  description: "REST",
  position: 1,
  created_at: AT,
  updated_at: AT,
});
const DETAILS = {
  impact: "minor",
  created_at: AT,
  updated_at: AT,
  monitoring_at: AT,
  shortlink: "https://stspg.example/x",
  incident_updates: [
    { id: "u1", status: "monitoring", body: "Watching.", created_at: null, updated_at: null },
  ],
};
const INCIDENT = incidentOf("Slow answers", "monitoring", DETAILS);
const MAINTENANCE = maintenanceOf("Upgrade", "in_progress", {
  ...DETAILS,
  scheduled_for: "2026-11-21T13:00:00Z",
  scheduled_until: "2026-11-21T14:00:00Z",
});
const SUMMARY = statusSummaryOf({
  status: STATUS,
  components: [COMPONENT],
  incidents: [INCIDENT],
  scheduled_maintenances: [MAINTENANCE],
});

const ENDPOINTS = [
  "summary",
  "status",
  "components",
  "incidents",
  "incidents/unresolved",
  "scheduled-maintenances",
  "scheduled-maintenances/upcoming",
  "scheduled-maintenances/active",
].map((name) => `/api/v2/${name}.json`);

function service(url: string): StatusService {
  return new StatusService({ ...QUICK, url });
}

describe("services - status service", () => {
  it("should read the summary, and every endpoint as it came", async () => {
    await using server = await serve(json(200, SUMMARY));
    const it = service(`${server.url}/base/`);
    assert.deepEqual(await it.summary(), SUMMARY);
    assert.deepEqual(await it.status(), STATUS);
    for (const endpoint of ENDPOINTS) assert.deepEqual((await it.get(endpoint)) as unknown, SUMMARY);
    assert.deepEqual(
      server.requests.map(({ method, path }) => `${method} ${path}`),
      ["/api/v2/summary.json", "/api/v2/status.json", ...ENDPOINTS].map((endpoint) => `GET /base${endpoint}`),
    );
  });

  it("should refuse every path outside the API without sending anything", async () => {
    await using server = await serve(json(200, SUMMARY));
    for (const path of [
      "",
      "/api/v2/../admin.json",
      "/api/v2/%2e%2e/admin.json",
      "https://elsewhere.example/api/v2/summary.json",
    ])
      assert.equal(await misuseOf(service(server.url).get(path)), "VC106", path);
    assert.isEmpty(server.requests);
  });

  it("should keep unknown values, and read missing details as null", async () => {
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

  it("should reject an invalid status", async () => {
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
});
