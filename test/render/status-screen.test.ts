import { stripVTControlCharacters } from "node:util";
import { assert } from "chai";
import { problem } from "../../src/internal/errors/problem.ts";
import { jsonText } from "../../src/internal/render/json/json.ts";
import { renderStatus } from "../../src/internal/render/terminal/status.ts";
import { plainStyle, terminalStyle } from "../../src/internal/render/terminal/style.ts";
import type { StatusReport } from "../../src/internal/report/status/model.ts";
import type { StatusSummary } from "../../src/internal/services/status/model.ts";
import {
  answeredReport,
  emptyStatusReport,
  failedStatusReport,
} from "../../src/internal/services/status/status-facts.ts";
import { expectGolden } from "../helpers/golden.ts";
import { parseStatusReport } from "../helpers/status-schema.ts";
import { componentOf, incidentOf, maintenanceOf, summarizeOutcomes } from "../helpers/status-summary.ts";

const HOSTILE: Readonly<Record<string, string>> = {
  "escape sequences": "\u001b[2J\u001b[H\u009b2J\u001b]0;title\u0007x",
  "lines of its own": "x\r\n✔ The status service reports no problems.\u2028y\u0085z",
  "control characters": "\u0000\b\b\u007f\u0090x\ufffe\ud800",
  "bidi overrides": "\u202eabc\u2066def\u2069\u200b\u{e0041}",
  "a script's address": "javascript:alert(1)",
  "a very long word": "x".repeat(100_000),
  "very many words": "word ".repeat(20_000),
  nothing: "",
};

/** Everything but visible characters, blanks and line ends. */
const INVISIBLE = /[^\P{C}\n]|[\u2028\u2029]/u;

describe("reports - the screen of a network's status", () => {
  for (const [what, text] of Object.entries(HOSTILE)) {
    it(`should not act on ${what}, nor grow with it`, () => {
      const report = reportOf(everythingSays(text));
      for (const width of [20, 80, 400]) {
        const screen = renderStatus(report, plainStyle, width);
        assert.notMatch(screen, INVISIBLE);
        assert.isBelow(screen.split("\n").length, 250);
        // A narrow screen breaks lines itself, as columns have a least width; only addresses are not broken here.
        for (const line of screen.split("\n").filter((each) => !each.includes("://"))) {
          assert.isAtMost(line.length, Math.min(Math.max(width, 60), 100), line);
        }
      }
      assert.notMatch(jsonText(report), INVISIBLE);
      assert.deepEqual(parseStatusReport(jsonText(report)), report);
    });
  }

  it("should stay short when there is very much, and say how much more there is", () => {
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
    assert.isBelow(screen.split("\n").length, 120);
    assert.include(screen, "and 4988 more");
    for (const title of ["Incident", "Maintenance now", "Maintenance next"]) {
      assert.include(screen, `\n${title}: and 4995 more\n`);
    }
    assert.lengthOf(parseStatusReport(jsonText(report)).incidents, 5000);
  });

  it("should show what nobody knows as it came", () => {
    const report = reportOf({
      status: { indicator: "on_fire", description: "Hot" },
      components: [componentOf("Relay", "half_asleep")],
      incidents: [incidentOf("Slow", "being_looked_at", { impact: "unheard_of", created_at: "yesterday" })],
      scheduled_maintenances: [maintenanceOf("Upgrade", "paused_for_now", { scheduled_until: "soon" })],
    });
    expectGolden("reports/status-unknown.terminal", `${renderStatus(report, plainStyle, 80)}\n`);
  });

  it("should tell the same with colours and without", () => {
    const report = reportOf(everythingSays("something"));
    const coloured = renderStatus(report, terminalStyle(true), 80);
    assert.notEqual(coloured, stripVTControlCharacters(coloured));
    assert.equal(stripVTControlCharacters(coloured), renderStatus(report, plainStyle, 80));
  });

  for (const [code, words] of [
    ["VC601", "the status service did not answer"],
    ["VC302", "the node didn't report its chain ID"],
    ["VC603", "the command was stopped"],
  ] as const) {
    it(`should say that it can't tell with ${code}`, () => {
      const report = failedStatusReport(draft(), 3, problem(code));
      assert.include(renderStatus(report, plainStyle, 80), `? Can't tell: ${words}. Run it again.`);
    });
  }
});

function draft(): ReturnType<typeof emptyStatusReport> {
  return {
    ...emptyStatusReport(new Date("2026-11-21T12:00:00Z")),
    network: { name: "testnet", chainId: null },
    service: "https://status.example",
  };
}

function reportOf(parts: Partial<StatusSummary>): StatusReport {
  return answeredReport(draft(), summarizeOutcomes(parts));
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
