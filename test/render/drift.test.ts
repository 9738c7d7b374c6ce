import { assert } from "chai";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { Report } from "../../src/internal/report/model.ts";
import { begun, endedAt, linesOf } from "../helpers/batch-events.ts";
import { driftReport } from "../helpers/drift-report.ts";
import { withoutShell } from "../helpers/html-shell.ts";
import { reportOf } from "../helpers/report-parts.ts";

/** Contracts that are as locked, verified or not. */
function withoutDrift(count: number): Report {
  const report = driftReport(count);
  const contracts = report.contracts.filter(({ outcome }) => outcome === "as-locked");
  return { ...report, contracts, exitCode: 0, summary: { total: contracts.length, outcomes: {} } };
}

describe("reports - comparison with the lock file", () => {
  const writers: Readonly<Record<string, (report: Report) => string>> = {
    ...REPORT_FORMATS,
    html: (report) => withoutShell(REPORT_FORMATS.html(report)),
    terminal: (report) => renderBatch(report, plainStyle, 100),
    verbose: (report) => renderBatch(report, plainStyle, 100, true),
  };
  for (const [format, write] of Object.entries(writers))
    it(`shows unchanged contracts as locked, and never as verified, in ${format}`, () => {
      const text = write(withoutDrift(90)).replaceAll(/not verified then|unverified/g, "");
      assert.include(text, format === "json" ? '"as-locked"' : "as locked");
      assert.notMatch(text, /\bverified\b(?!-)/i);
    });
});

describe("reports - a run over thousands of contracts", () => {
  const [good] = driftReport(1).contracts;
  const drifted = driftReport(0).contracts.filter(({ outcome }) => outcome === "drifted");
  const contracts = [...Array.from({ length: 1990 }, () => good ?? assert.fail()), ...drifted];

  it("should suggest one command for all contracts with the same drift, unless it is too long", () => {
    const base =
      driftReport(0).contracts.find(({ error }) => error?.next?.includes(" check ")) ?? assert.fail();
    const drifting = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const address = `0x${String(index).padStart(40, "0")}`;
        const next = `npx hardhat verify-contract check ${address} --network base`;
        const error = { ...(base.error ?? assert.fail()), next };
        return { ...base, target: { ...base.target, address, input: address }, error };
      });
    const tries = (count: number) =>
      renderBatch(reportOf(drifting(count), 1), plainStyle, 80).match(/Try: .*/g);
    const [one, two] = drifting(2).map(({ target }) => target.address);
    assert.deepEqual(tries(2), [`Try: npx hardhat verify-contract check ${one} ${two} --network base`]);
    assert.deepEqual(tries(20), [`Try: npx hardhat verify-contract check ${one} --network base`]);
  });

  it("should log drifted contracts, and the progress of the others now and then", () => {
    const ended = contracts.map((_, index) => endedAt({ contracts }, index));
    const [, ...lines] = linesOf([begun(contracts), ...ended]);
    assert.lengthOf(
      lines.filter((line) => line.startsWith("✖")),
      drifted.length,
    );
    assert.isAtMost(lines.length, drifted.length + 11);
    assert.match(lines[0] ?? "", /^ {2}\[ 200\/1994\] 200 as locked$/);
  });
});
