import { assert } from "chai";
import type { ScheduledMaintenance, StatusSummary } from "../../../src/internal/services/status/model.ts";
import { createStatusReport, statusFacts } from "../../../src/internal/services/status/status-facts.ts";
import { parseStatusReport } from "../../helpers/report-schema.ts";
import { componentOf, incidentOf, maintenanceOf, statusSummaryOf } from "../../helpers/status-summary.ts";

const FOUND = { checkedAt: new Date("2026-11-21T12:00:00Z"), network: null, service: null };

const report = (parts: Partial<StatusSummary>) => createStatusReport(FOUND, statusSummaryOf(parts));
const names = (events: readonly { readonly name: string }[]) => events.map(({ name }) => name);

describe("network status - the report", () => {
  it("should include every component that isn't operational, even in an unknown state", () => {
    const states = ["operational", "degraded_performance", "on_fire"];
    const { components } = report({ components: states.map((state) => componentOf(state, state)) });
    assert.deepEqual(components, [
      { name: "degraded_performance", group: null, status: "degraded_performance" },
      { name: "on_fire", group: null, status: "on_fire" },
    ]);
  });

  it("should list incidents until they are over, even in an unknown state", () => {
    const states = ["investigating", "identified", "monitoring", "simmering", "resolved", "postmortem"];
    const { incidents } = report({ incidents: states.map((state) => incidentOf(state, state)) });
    assert.deepEqual(names(incidents), states.slice(0, 4));
  });

  it("should sort maintenance by state, whatever the dates say, and never hide an unknown state", () => {
    const past = { scheduled_for: "2026-11-20T00:00:00Z", scheduled_until: "2026-11-20T01:00:00Z" };
    const { active, upcoming } = report({
      scheduled_maintenances: [
        maintenanceOf("scheduled", "scheduled", past),
        maintenanceOf("in progress", "in_progress", past),
        maintenanceOf("verifying", "verifying"),
        maintenanceOf("completed", "completed", { scheduled_for: "2026-11-22T00:00:00Z" }),
        maintenanceOf("unknown", "announced"),
      ],
    }).maintenance;
    assert.deepEqual(
      [names(active), names(upcoming)],
      [["in progress", "verifying", "unknown"], ["scheduled"]],
    );
  });

  for (const [indicator, exitCode] of [
    ["none", 0],
    ["major", 1],
    ["maintenance", 3],
    ["__proto__", 3],
  ] as const)
    it(`should have the exit code ${exitCode} for the indicator ${JSON.stringify(indicator)}`, () => {
      const written = report({ status: { indicator, description: "Something" } });
      assert.deepEqual([written.exitCode, written.status?.indicator], [exitCode, indicator]);
      parseStatusReport(JSON.stringify(written));
    });
});

const NOW = new Date("2026-11-21T12:00:00Z");

describe("network status - explaining", () => {
  const listFacts = (parts: Partial<StatusSummary> = {}) =>
    statusFacts(statusSummaryOf(parts), NOW).map(({ label, value }) => `${label}: ${value}`);
  const ALL_GOOD = "Status page: All Systems Operational";

  it("should name current incidents and maintenance, and when it ends", () =>
    assert.deepEqual(
      listFacts({
        status: { indicator: "major", description: "Partial System Outage" },
        incidents: [incidentOf("Relay is down", "identified"), incidentOf("Old", "resolved")],
        scheduled_maintenances: [
          maintenanceOf("Upgrade", "in_progress", { scheduled_until: "2026-11-21T14:00:00Z" }),
        ],
      }),
      [
        "Status page: major: Partial System Outage",
        "Incident: Relay is down, identified",
        "Maintenance: Upgrade, until 2026-11-21 14:00 UTC",
      ],
    ));

  for (const [what, dates, isShown] of [
    [
      "should have begun already",
      { scheduled_for: "2026-11-21T11:00:00Z", scheduled_until: "2026-11-21T16:00:00Z" },
      true,
    ],
    [
      "should have ended already",
      { scheduled_for: "2026-11-20T12:00:00Z", scheduled_until: "2026-11-20T13:00:00Z" },
      false,
    ],
    ["has no date", { scheduled_for: null, scheduled_until: null }, false],
  ] as const)
    it(`should ${isShown ? "mention" : "not mention"} maintenance that ${what}`, () => {
      const scheduled_maintenances: ScheduledMaintenance[] = [maintenanceOf("Upgrade", "scheduled", dates)];
      assert.lengthOf(listFacts({ scheduled_maintenances }), isShown ? 2 : 1);
    });

  it("should give the start and end of maintenance that begins soon", () => {
    const scheduled_maintenances = [
      maintenanceOf("Later", "scheduled", { scheduled_for: "2026-11-22T14:00:00Z" }),
      maintenanceOf("Next", "scheduled", {
        scheduled_for: "2026-11-21T13:00:00Z",
        scheduled_until: "2026-11-21T13:30:00Z",
      }),
    ];
    assert.deepEqual(listFacts({ scheduled_maintenances }), [
      ALL_GOOD,
      "Maintenance: Next, from 2026-11-21 13:00 UTC until 2026-11-21 13:30 UTC",
    ]);
  });

  it("should stay short, and count the events it leaves out", () => {
    const facts = listFacts({
      incidents: Array.from({ length: 5000 }, (_, index) => incidentOf(`${index}`, "monitoring")),
      scheduled_maintenances: Array.from({ length: 5000 }, (_, index) =>
        maintenanceOf(`${index}`, "in_progress"),
      ),
    });
    assert.lengthOf(facts, 9);
    assert.include(facts, "Incidents: and 4997 more");
    assert.include(facts, "Maintenances: and 4997 more");
  });

  it("should sanitise and shorten the service's text", () => {
    const hostile = `\u001b[2J\u202e${"x".repeat(100_000)}\r\n✔ Verified`;
    const facts = listFacts({
      status: { indicator: hostile, description: hostile },
      incidents: [incidentOf(hostile, hostile)],
      scheduled_maintenances: [maintenanceOf(hostile, "verifying", { scheduled_until: hostile })],
    });
    for (const fact of facts) {
      assert.notMatch(fact, /\p{C}/u);
      assert.isBelow(fact.length, 400);
    }
  });
});
