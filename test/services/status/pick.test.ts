import { assert } from "chai";
import type { ScheduledMaintenance, StatusComponent } from "../../../src/internal/services/status/model.ts";
import {
  openIncidents,
  plannedMaintenance,
  troubledComponents,
} from "../../../src/internal/services/status/status-facts.ts";
import { componentOf, incidentOf, maintenanceOf, summarizeOutcomes } from "../../helpers/status-summary.ts";

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

  it("should name the group with the component, and list the group too", () => {
    const group = componentOf("Testnet", "major_outage", { id: "t", group: true });
    const inGroup = { group_id: "t" };
    assert.deepEqual(
      troubled(
        group,
        componentOf("Relay", "major_outage", inGroup),
        componentOf("Mirror", "operational", inGroup),
      ),
      [
        [null, "Testnet", "major_outage"],
        ["Testnet", "Relay", "major_outage"],
      ],
    );
  });
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
});

describe("network status - maintenance", () => {
  const planned = (...scheduled_maintenances: ScheduledMaintenance[]) => {
    const { active, upcoming } = plannedMaintenance(summarizeOutcomes({ scheduled_maintenances }));
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

  it("should never be hidden in an unknown state", () =>
    assert.deepEqual(planned(maintenanceOf("began", "announced")), { active: ["began"], upcoming: [] }));
});
