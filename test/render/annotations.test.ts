import { assert } from "chai";
import { formatAnnotations, type Place } from "../../src/internal/render/github/annotations.ts";
import { BATCH_REPORTS, manyContracts } from "../helpers/batch-reports.ts";
import { expectGolden } from "../helpers/golden.ts";
import { contractOf, problemOf, reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

const SHARD = BATCH_REPORTS["batch-shard"];
const nowhere = () => undefined;
const anywhere = (source: Place | undefined) => source;

describe("reports - annotations for GitHub", () => {
  it("should be errors at failed contracts, and warnings if the run can't tell", () =>
    expectGolden("reports/batch-annotations.github", `${formatAnnotations(SHARD, anywhere).join("\n")}\n`));

  it("should show a usage error as an error, and a missing shard as a warning", () => {
    const wrong = REPORTS["wrong-use"];
    assert.match(formatAnnotations(wrong, nowhere).join("\n"), /^::error title=VC105 [^\n]*$/);
    const missing = BATCH_REPORTS["batch-missing-shard"];
    assert.match(formatAnnotations(missing, nowhere).join("\n"), /^::warning title=VC709 [^\n]*$/);
  });

  it("should show a run that failed as an error, whatever its exit code", () => {
    const drifted = { ...reportOf([], 1), error: problemOf("VC717", {}) };
    assert.match(formatAnnotations(drifted, nowhere).join("\n"), /^::error title=VC717 [^\n]*$/);
  });

  it("should be at most ten per level, the last of which counts the others", () => {
    const outcomes = (outcome: "rejected" | "timed-out") =>
      manyContracts(25).map((each) => ({ ...each, outcome, match: null }));
    const report = reportOf([...outcomes("rejected"), ...outcomes("timed-out")], 1);
    const lines = formatAnnotations(report, anywhere);
    assert.lengthOf(lines, 20);
    assert.match(lines[9] ?? "", /^::error title=verify-contract%3A and 16 more errors::and 16 more errors/);
    assert.match(lines[19] ?? "", /^::warning .*and 16 more warnings/);
  });

  it("should be one command per line, whatever text they contain", () => {
    const text = "a%b,c:d::error::e\r\n::warning::f\u001b[31m ##[error]g";
    const contract = contractOf({
      outcome: "rejected",
      deployments: [{ tool: "manifest", name: text, file: text }],
      error: problemOf("VC402", { facts: [[text, text]], likely: text, next: text }),
    });
    const lines = formatAnnotations(reportOf([contract], 1), () => ({ file: text, line: 3 }));
    assert.lengthOf(lines, 1);
    const [, properties = "", data = ""] = /^::error ((?:(?!::).)*)::(.*)$/.exec(lines[0] ?? "") ?? [];
    // As the runner parses it.
    assert.match(properties, /^file=[^,]*,line=[^,]*,title=[^,]*$/);
    assert.notMatch(properties, /[:\r\n]|%(?!25|3A|2C)/);
    assert.notMatch(data, /[\r\n]|%(?!25|0A)/);
  });
});
