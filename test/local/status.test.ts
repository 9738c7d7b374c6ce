import { assert } from "chai";
import { type LocalServices, startLocalServices } from "../../src/local.ts";
import { heldFor } from "../helpers/held-for.ts";
import { get } from "../helpers/local/client.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";

const PATHS = [
  "summary.json",
  "status.json",
  "components.json",
  "incidents.json",
  "incidents/unresolved.json",
  "scheduled-maintenances.json",
  "scheduled-maintenances/upcoming.json",
  "scheduled-maintenances/active.json",
] as const;

describe("local - status service", () => {
  const chain = heldFor(() => startDevelopmentChain());
  let services: LocalServices;
  const read = async (path: (typeof PATHS)[number]) =>
    (await get(`${services.status.url}/api/v2/${path}`)).body;
  const names = (events: readonly { name: string }[]): readonly string[] => events.map(({ name }) => name);

  beforeEach(async () => {
    services = await startLocalServices({ chain });
  });
  afterEach(() => services.close());

  it("should serve all eight endpoints with the page", async () => {
    for (const path of PATHS) {
      const { page } = await read(path);
      assert.hasAllKeys(page, ["id", "name", "url", "time_zone", "updated_at"]);
      assert.equal(page.url, services.status.url);
    }
  });

  it("should report at first that everything works", async () => {
    const summary = await read("summary.json");
    assert.deepEqual(summary.status, { indicator: "none", description: "All Systems Operational" });
    assert.isNotEmpty(summary.components);
    for (const component of summary.components) {
      assert.equal(component.status, "operational");
      assert.containsAllKeys(component, ["id", "name", "description", "position", "group", "group_id"]);
    }
    assert.deepEqual([summary.incidents, summary.scheduled_maintenances], [[], []]);
  });

  it("should return the values that were set, and keep the others", async () => {
    services.status.set({ status: { indicator: "critical", description: "Major outage" } });
    services.status.set({ components: [{ name: "Nodes", status: "not_in_any_list", group: true }] });
    const { status, components } = await read("summary.json");
    assert.equal(status.indicator, "critical");
    assert.lengthOf(components, 1);
    assert.equal(components[0].status, "not_in_any_list");
    assert.isTrue(components[0].group);
  });

  it("should sort incidents and maintenances by state", async () => {
    const states = ["investigating", "identified", "monitoring", "resolved", "postmortem"];
    services.status.set({ incidents: states.map((status) => ({ name: status, status })) });
    assert.deepEqual(names((await read("incidents.json")).incidents), states);
    assert.deepEqual(names((await read("incidents/unresolved.json")).incidents), states.slice(0, 3));
    assert.deepEqual(names((await read("summary.json")).incidents), states.slice(0, 3));

    const stages = ["scheduled", "in_progress", "verifying", "completed"];
    services.status.set({ scheduledMaintenances: stages.map((status) => ({ name: status, status })) });
    const of = async (path: (typeof PATHS)[number]) => names((await read(path)).scheduled_maintenances);
    assert.deepEqual(await of("scheduled-maintenances.json"), stages);
    assert.deepEqual(await of("scheduled-maintenances/upcoming.json"), ["scheduled"]);
    assert.deepEqual(await of("scheduled-maintenances/active.json"), ["in_progress", "verifying"]);
    assert.deepEqual(await of("summary.json"), ["scheduled", "in_progress", "verifying"]);
  });

  it("should list the 50 most recent", async () => {
    const incidents = Array.from({ length: 60 }, (_, index) => ({ name: `${index}`, status: "resolved" }));
    services.status.set({ incidents, scheduledMaintenances: incidents });
    const listed = (await read("incidents.json")).incidents;
    assert.lengthOf(listed, 50);
    assert.equal(listed[0].name, "0");
    assert.lengthOf((await read("scheduled-maintenances.json")).scheduled_maintenances, 50);
  });

  it("should answer 404 elsewhere", async () => {
    assert.equal((await get(`${services.status.url}/api/v2/nothing.json`)).status, 404);
    assert.equal((await get(`${services.status.url}/constructor`)).status, 404);
  });
});
