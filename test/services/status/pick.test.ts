import { assert } from "chai";
import type { ScheduledMaintenance, StatusComponent } from "../../../src/internal/services/status/model.ts";
import {
  openIncidents,
  plannedMaintenance,
  troubledComponents,
} from "../../../src/internal/services/status/status-facts.ts";
import { componentOf, incidentOf, maintenanceOf, summarizeOutcomes } from "../../helpers/status-summary.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const names = (events: readonly { readonly name: string }[]): readonly string[] =>
  events.map(({ name }) => name);

describe("network status - components", () => {
  const troubled = (...components: StatusComponent[]) =>
    troubledComponents(summarizeOutcomes({ components })).map(({ group, name, status }) => [
      group,
      name,
      status,
    ]);

  it("should include every component that isn't operational, even in an unknown state", () =>
    assert.deepEqual(
      troubled(
        componentOf("good", "operational"),
        componentOf("slow", "degraded_performance"),
        componentOf("odd", "on_fire"),
      ),
      [
        [null, "slow", "degraded_performance"],
        [null, "odd", "on_fire"],
      ],
    ));

  it("should name the group with the component, and not list the group as well", () => {
    const group = componentOf("Testnet", "major_outage", { id: "t", group: true });
    const inGroup = { group_id: "t" };
    assert.deepEqual(
      troubled(
        group,
        componentOf("Relay", "major_outage", inGroup),
        componentOf("Mirror", "operational", inGroup),
      ),
      [["Testnet", "Relay", "major_outage"]],
    );
  });

  it("should list the group if none of its components has a problem", () => {
    const group = componentOf("Testnet", "major_outage", { id: "t", group: true });
    assert.deepEqual(troubled(group, componentOf("Relay", "operational", { group_id: "t" })), [
      [null, "Testnet", "major_outage"],
    ]);
  });

  it("should list a component whose group is missing", () =>
    assert.deepEqual(troubled(componentOf("Relay", "partial_outage", { group_id: "gone" })), [
      [null, "Relay", "partial_outage"],
    ]));
});

describe("network status - incidents", () => {
  it("should be listed until they are over, even in an unknown state", () => {
    const states = ["investigating", "identified", "monitoring", "resolved", "postmortem", "simmering"];
    const incidents = states.map((state) => incidentOf(state, state));
    assert.deepEqual(names(openIncidents(summarizeOutcomes({ incidents }))), [
      "investigating",
      "identified",
      "monitoring",
      "simmering",
    ]);
  });

  it("should carry the newest update", () => {
    const update = { id: "u", status: "monitoring", updated_at: null } as const;
    const incident = incidentOf("Slow", "monitoring", {
      incident_updates: [
        { ...update, body: "Better.", created_at: "2026-11-21T11:00:00Z" },
        { ...update, body: "Bad.", created_at: "2026-11-21T10:00:00Z" },
      ],
    });
    const [open] = openIncidents(summarizeOutcomes({ incidents: [incident] }));
    assert.deepEqual(open?.update, { at: "2026-11-21T11:00:00Z", text: "Better." });
    assert.isNull(
      openIncidents(summarizeOutcomes({ incidents: [incidentOf("Slow", "monitoring")] }))[0]?.update,
    );
  });
});

describe("network status - maintenance", () => {
  const planned = (...scheduled_maintenances: ScheduledMaintenance[]) => {
    const { active, upcoming } = plannedMaintenance(summarizeOutcomes({ scheduled_maintenances }), NOW);
    return { active: names(active), upcoming: names(upcoming) };
  };

  it("should be sorted by state, whatever the dates say", () => {
    const past = { scheduled_for: "2026-11-20T00:00:00Z", scheduled_until: "2026-11-20T01:00:00Z" };
    assert.deepEqual(
      planned(
        maintenanceOf("scheduled", "scheduled", past),
        maintenanceOf("in progress", "in_progress", past),
        maintenanceOf("verifying", "verifying"),
        maintenanceOf("completed", "completed", { scheduled_for: "2026-11-22T00:00:00Z" }),
      ),
      { active: ["in progress", "verifying"], upcoming: ["scheduled"] },
    );
  });

  it("should be sorted by date if the state is unknown, and never hidden", () =>
    assert.deepEqual(
      planned(
        maintenanceOf("comes", "announced", { scheduled_for: "2026-11-21T12:00:01Z" }),
        maintenanceOf("began", "announced", { scheduled_for: "2026-11-21T12:00:00Z" }),
        maintenanceOf("without a date", "announced"),
        maintenanceOf("no date", "announced", { scheduled_for: "tomorrow" }),
      ),
      { active: ["began", "without a date", "no date"], upcoming: ["comes"] },
    ));

  it("should list the next one first, and undated ones last", () =>
    assert.deepEqual(
      planned(
        maintenanceOf("some day", "scheduled"),
        maintenanceOf("third", "scheduled", { scheduled_for: "2026-11-23T01:00:00Z" }),
        maintenanceOf("second", "scheduled", { scheduled_for: "2026-11-22T23:00:00-01:00" }),
        maintenanceOf("first", "scheduled", { scheduled_for: "2026-11-22T23:30:00Z" }),
      ).upcoming,
      ["first", "second", "third", "some day"],
    ));
});
