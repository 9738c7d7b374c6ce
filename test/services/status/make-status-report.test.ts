import { assert } from "chai";
import { problem } from "../../../src/internal/errors/problem.ts";
import { createStatusReport } from "../../../src/internal/services/status/status-facts.ts";
import { parseStatusReport } from "../../helpers/report-schema.ts";
import { summarizeOutcomes } from "../../helpers/status-summary.ts";

const FOUND = { checkedAt: new Date("2026-11-21T12:00:00Z"), network: null, service: null };

describe("network status - the report", () => {
  for (const [indicator, exitCode] of [
    ["none", 0],
    ["major", 1],
    ["maintenance", 3],
    ["__proto__", 3],
  ] as const)
    it(`should have the exit code ${exitCode} for the indicator ${JSON.stringify(indicator)}`, () => {
      const report = createStatusReport(
        FOUND,
        summarizeOutcomes({ status: { indicator, description: "Something" } }),
      );
      assert.deepEqual([report.exitCode, report.status?.indicator], [exitCode, indicator]);
      parseStatusReport(JSON.stringify(report));
    });

  it("should claim nothing about the network if the service doesn't answer", () => {
    const report = createStatusReport(FOUND, undefined, problem("VC601"));
    assert.deepInclude(report, { exitCode: 3, status: null, components: [], incidents: [] });
    parseStatusReport(JSON.stringify(report));
  });
});
