import { assert } from "chai";
import { problem } from "../../src/internal/errors/problem.ts";
import { jsonText } from "../../src/internal/render/json/json.ts";
import { renderStatus } from "../../src/internal/render/terminal/status.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { StatusReport } from "../../src/internal/report/status/model.ts";
import type { StatusSummary } from "../../src/internal/services/status/model.ts";
import { createStatusReport, type StatusFindings } from "../../src/internal/services/status/status-facts.ts";
import { expectGolden } from "../helpers/golden.ts";
import { HOSTILE, INVISIBLE } from "../helpers/hostile-texts.ts";
import { parseStatusReport } from "../helpers/report-schema.ts";
import { componentOf, incidentOf, maintenanceOf, statusSummaryOf } from "../helpers/status-summary.ts";

const TEXTS = { ...HOSTILE, "very many words": "word ".repeat(20_000), nothing: "" };

const FOUND: StatusFindings = {
  checkedAt: new Date("2026-11-21T12:00:00Z"),
  network: { name: "testnet", chainId: null },
  service: "https://status.example",
};

describe("reports - the screen of a network's status", () => {
  for (const [what, text] of Object.entries(TEXTS))
    it(`should render ${what} inert and short`, () => {
      const report = reportOf(everythingSays(text));
      for (const width of [20, 80, 400]) {
        const screen = renderStatus(report, plainStyle, width);
        assert.notMatch(screen, INVISIBLE);
        assert.isBelow(screen.split("\n").length, 250);
        // A narrow terminal wraps lines itself. Addresses stay whole, and a space disarms a CI server's command.
        for (const line of screen.split("\n").filter((each) => !/:\/\/|# #|: :/.test(each)))
          assert.isAtMost(line.length, Math.min(Math.max(width, 60), 100), line);
      }
      assert.notMatch(jsonText(report), INVISIBLE);
      assert.deepEqual(parseStatusReport(jsonText(report)), report);
    });

  it("should stay short if there are very many entries, and count the rest", () => {
    const many = Array.from({ length: 5000 }, (_, index) => `Number ${index}`);
    const report = reportOf({
      components: many.map((name) => componentOf(name, "partial_outage")),
      incidents: many.map((name) => incidentOf(name, "monitoring")),
      scheduled_maintenances: [
        ...many.map((name) => maintenanceOf(name, "in_progress")),
        ...many.map((name) => maintenanceOf(name, "scheduled")),
      ],
    });
    const screen = renderStatus(report, plainStyle, 80);
    assert.isBelow(screen.split("\n").length, 50);
    assert.lengthOf(screen.match(/and 4992 more/g) ?? [], 4);
    assert.lengthOf(parseStatusReport(jsonText(report)).incidents, 5000);
  });

  it("should show unknown values", () => {
    const report = reportOf({
      status: { indicator: "on_fire", description: "Hot" },
      components: [componentOf("Relay", "half_asleep")],
      incidents: [incidentOf("Slow", "being_looked_at", { impact: "unheard_of", created_at: "yesterday" })],
      scheduled_maintenances: [maintenanceOf("Upgrade", "paused_for_now", { scheduled_until: "soon" })],
    });
    expectGolden("reports/status-unknown.terminal", `${renderStatus(report, plainStyle, 80)}\n`);
  });

  it("should say that it can't tell if the service doesn't answer", () => {
    const screen = renderStatus(createStatusReport(FOUND, undefined, problem("VC601")), plainStyle, 80);
    assert.include(screen, "? Can't tell: the status service did not answer. Run it again.");
  });
});

function reportOf(parts: Partial<StatusSummary>): StatusReport {
  return createStatusReport(FOUND, statusSummaryOf(parts));
}

function everythingSays(text: string): StatusSummary {
  const update = { id: text, status: text, body: text, created_at: text, updated_at: text };
  const event = { created_at: text, shortlink: text, impact: text, incident_updates: [update] };
  const dates = { scheduled_for: text, scheduled_until: text };
  return {
    page: { id: text, name: text, url: text, time_zone: text, updated_at: text },
    status: { indicator: text, description: text },
    components: [
      componentOf(text, text, { id: "group", group: true }),
      componentOf(text, text, { group_id: "group" }),
    ],
    incidents: [incidentOf(text, text, event)],
    scheduled_maintenances: [
      maintenanceOf(text, text, { ...event, ...dates }),
      maintenanceOf(text, "scheduled", { ...event, ...dates }),
    ],
  };
}
