import { expect } from "chai";
import { writeJunit } from "../../src/internal/render/junit/junit.ts";
import { BATCH_REPORTS, manyContracts } from "../helpers/batch-reports.ts";
import { junitFaults } from "../helpers/junit-rules.ts";
import { contractOf, reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";
import { elementsOf } from "../helpers/well-formed.ts";

describe("reports - junit", () => {
  const kinds: Readonly<Record<string, string | undefined>> = {
    "match-not-exact": undefined,
    "check-failed": "failure",
    unavailable: "error",
    "wrong-use": "error",
    "dry-run": "skipped",
  };

  for (const [name, kind] of Object.entries(kinds))
    it(`should count ${name} as ${kind ?? "passed"}`, () => {
      const report = REPORTS[name];
      const elements = report === undefined ? [] : elementsOf(writeJunit(report));
      expect(elements.filter((element) => ["failure", "error", "skipped"].includes(element))).to.deep.equal(
        kind === undefined ? [] : [kind],
      );
      expect(elements.filter((element) => element === "testcase")).to.have.length(1);
    });

  it("should show both sides' matches and the claims, so that a partial match is visible", () => {
    const [only] = REPORTS["verified-runtime-only"]?.contracts ?? [];
    if (only === undefined || only.match === null) throw new Error("no such report");
    const partial = { ...only, match: { ...only.match, creationMatch: null } };
    const text = writeJunit(reportOf([partial], 0));
    expect(text).to.contain("Verified (runtime code only)");
    expect(text).to.match(/Match +exact match of the runtime code, no match of the creation code/);
    expect(text).to.match(/\? creation code: open: the creation is not known/);
    expect(text).to.match(/✔ runtime code, libraries: proven by the chain and the build/);
    expect(text).not.to.contain("Checks:");
  });

  it("should conform to the schema of Jenkins' xUnit plugin", () => {
    const many = reportOf(manyContracts(60), 0);
    for (const [name, report] of Object.entries({ ...REPORTS, ...BATCH_REPORTS, many }))
      expect(junitFaults(writeJunit(report)), name).to.deep.equal([]);
  });

  it("should say that a report is a replay", () => {
    const tool = { name: "[[ATTACHMENT|x]]", version: "1.0.0" };
    const replayOf = { recordedAt: "2026-11-21T12:00:00.000Z", tool };
    const text = writeJunit({ ...reportOf([contractOf()], 0), replayOf });
    expect(text).to.contain("Replay of evidence recorded 2026-11-21 12:00 UTC by [ [ATTACHMENT|x]] 1.0.0");
    expect(junitFaults(text)).to.deep.equal([]);
  });

  it("should attach no file that foreign text names", () => {
    const input = "[[ATTACHMENT|../../secret]]";
    const contract = contractOf({ contract: null, target: { ...contractOf().target, address: null, input } });
    expect(writeJunit(reportOf([contract], 0))).not.to.match(/<system-out>[^<]*\[\[ATTACHMENT/);
  });
});
