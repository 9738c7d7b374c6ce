import { assert } from "chai";
import { cutDocument, writeMarkdown } from "../../src/internal/render/markdown/markdown.ts";
import type { ContractReport, Report } from "../../src/internal/report/model.ts";
import { BATCH_REPORTS, manyContracts } from "../helpers/batch-reports.ts";
import { reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

const SHARD = BATCH_REPORTS["batch-shard"];
const BIG = reportOf([...manyContracts(60), ...SHARD.contracts], 1);

describe("reports - the summary of a job", () => {
  it("should show both sides' matches and the claims in a row, so that a partial match is visible", () => {
    const [only = assert.fail()] = REPORTS["verified-runtime-only"].contracts;
    const partial = { ...only, match: { ...only.match, creationMatch: null } } as ContractReport;
    const [honest, other] = writeMarkdown(reportOf([...manyContracts(1), partial], 0))
      .split("\n")
      .filter((line) => line.startsWith("| ✔"));
    assert.include(honest, "| verified | exact, exact | 7 proven; contract id vouched for |");
    assert.include(other, "| none, exact | 5 proven; creation code, deployment open |");
  });

  it("should omit details first, the least important before others, and say so", () => {
    const whole = writeMarkdown(BIG);
    const short = cutDocument(whole, Buffer.byteLength(whole) - 200);
    assert.match(short, /_The rest is omitted for lack of space/);
    assert.include(short, "`Module#Contract59`");
    assert.match(short, /### ✖ `TokenModule/);
  });

  it("should omit rows next, and keep those that failed", () => {
    const short = cutDocument(writeMarkdown(BIG), 4_000);
    assert.match(short, /_The rest is omitted for lack of space/);
    assert.notMatch(short, /^### /m);
    assert.match(short, /\| ✖ \| `Legacy`/);
  });

  it("should never exceed the limit", () => {
    for (const report of [BIG, ...Object.values(BATCH_REPORTS), missing(1_000)])
      for (const most of [-1, 0, 1, 100, 500, 1_000, 2_000, 5_000, 20_000, 100_000])
        assert.isAtMost(Buffer.byteLength(cutDocument(writeMarkdown(report), most)), Math.max(most, 0));
  });
});

function missing(count: number): Report {
  const passedOver = Array.from({ length: count }, (_, index) => ({
    name: `Contract${index}`,
    file: "deployments.yaml",
    reason: "é".repeat(600),
  }));
  return { ...BIG, passedOver };
}
