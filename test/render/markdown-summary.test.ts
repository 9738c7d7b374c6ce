import { assert } from "chai";

import { writeMarkdown } from "../../src/internal/render/markdown/markdown.ts";
import { writeMarkdownSummary } from "../../src/internal/render/markdown/summary.ts";
import type { Report } from "../../src/internal/report/model.ts";
import { BATCH_REPORTS, manyContracts } from "../helpers/batch-reports.ts";
import { reportOf } from "../helpers/report-parts.ts";

const SHARD = BATCH_REPORTS["batch-shard"] ?? assert.fail();
const BIG = reportOf([...manyContracts(60), ...SHARD.contracts], 1);

describe("reports - the summary of a job", () => {
  it("should be the whole report where there is room", () => {
    assert.equal(writeMarkdownSummary(BIG, 1024 * 1024), writeMarkdown(BIG));
  });

  it("should tell details of what is not fully verified only", () => {
    assert.lengthOf(writeMarkdown(BIG).match(/^### /gm) ?? [], 5);
  });

  it("should leave out details first, those that matter least before others, and say so", () => {
    const short = writeMarkdownSummary(BIG, Buffer.byteLength(writeMarkdown(BIG)) - 1);
    assert.match(short, /_The details of \d contracts? omitted for lack of space/);
    assert.include(short, "Module#<!-- -->Contract59");
    assert.match(short, /### ✖ <code>TokenModule/);
  });

  it("should leave out rows next, and keep those that failed", () => {
    const short = writeMarkdownSummary(BIG, 3_000);
    assert.match(short, /_\d+ contracts omitted for lack of space/);
    assert.notMatch(short, /^### /m);
    assert.match(short, /\| ✖ \| <code>Legacy<\/code>/);
  });

  it("should never be longer than it may be", () => {
    for (const report of [BIG, ...Object.values(BATCH_REPORTS), missing(1_000)]) {
      for (const most of [-1, 0, 1, 100, 500, 1_000, 2_000, 5_000, 20_000, 100_000])
        assert.isAtMost(Buffer.byteLength(writeMarkdownSummary(report, most)), Math.max(most, 0));
    }
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
