import { expect } from "chai";
import { writeJunit } from "../../src/internal/reports/formats/junit.ts";
import { contractOf, reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";
import { elementsOf } from "../helpers/well-formed.ts";

describe("reports - junit", () => {
  const kinds: Readonly<Record<string, string | undefined>> = {
    "verified-exact": undefined,
    "already-verified": undefined,
    "match-not-exact": undefined,
    mismatch: "failure",
    "check-failed": "failure",
    "no-build": "failure",
    "not-deployed": "failure",
    unavailable: "error",
    "timed-out": "error",
    "wrong-use": "error",
    "dry-run": "skipped",
  };

  for (const [name, kind] of Object.entries(kinds)) {
    it(`should count ${name} as ${kind ?? "passed"}`, () => {
      const report = REPORTS[name];
      const elements = report === undefined ? [] : elementsOf(writeJunit(report));
      expect(elements.filter((element) => ["failure", "error", "skipped"].includes(element))).to.deep.equal(
        kind === undefined ? [] : [kind],
      );
      expect(elements.filter((element) => element === "testcase")).to.have.length(1);
    });
  }

  it("should have one case for each contract, and the counts of the suite", () => {
    const text = writeJunit(reportOf([contractOf(), contractOf({ outcome: "rejected" })], 1));
    expect(text).to.contain('tests="2" failures="1" errors="0" skipped="0"');
  });
});
