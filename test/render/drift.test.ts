import { assert } from "chai";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { Report } from "../../src/internal/report/model.ts";
import { driftReport } from "../helpers/drift-report.ts";
import { withoutShell } from "../helpers/html-shell.ts";

/** Contracts that are as locked, and those that were not verified when they were locked. */
function withoutDrift(count: number): Report {
  const report = driftReport(count);
  const contracts = report.contracts.filter(({ outcome }) => outcome === "as-locked");
  return { ...report, contracts, exitCode: 0, summary: { total: contracts.length, outcomes: {} } };
}

describe("reports - what was compared with the lock file", () => {
  const writers: Readonly<Record<string, (report: Report) => string>> = {
    ...REPORT_FORMATS,
    html: (report) => withoutShell(REPORT_FORMATS.html(report)),
    terminal: (report) => renderBatch(report, plainStyle, 100),
    verbose: (report) => renderBatch(report, plainStyle, 100, true),
  };
  for (const [format, write] of Object.entries(writers))
    it(`is as locked, and never called verified, as ${format}`, () => {
      const text = write(withoutDrift(90)).replaceAll(/not verified then|unverified/g, "");
      assert.include(text, format === "json" ? '"as-locked"' : "as locked");
      assert.notMatch(text, /\bverified\b(?!-)/i);
    });
});
