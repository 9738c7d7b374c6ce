import { assert } from "chai";
import stringWidth from "string-width";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { batchFrame } from "../../src/internal/render/terminal/batch-screen.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { Report } from "../../src/internal/report/model.ts";
import type { BatchEvent } from "../../src/internal/report/progress.ts";
import { begun, endedAt, linesOf, POLLING, startedAt, stateAfter } from "../helpers/batch-events.ts";
import { BATCH_REPORTS } from "../helpers/batch-reports.ts";
import { expectGolden } from "../helpers/golden.ts";
import { REPORTS } from "../helpers/reports.ts";
import { tooWide } from "../helpers/too-wide.ts";

const SCREENS = [40, 60, 80, 200];
/** Names in Chinese and Korean, with combining accents and emoji. */
const WIDE: readonly (readonly [name: string, wide: string])[] = [
  ["VaultModule", "金庫模組・東京証券取引所第一部"],
  ["Vault", "금고💰"],
  ["Token", "代幣🪙".repeat(12)],
  ["MathLib", "E\u0301le\u0301ments"],
  ["Registry", "登錄🗂"],
];

const BATCH = widened(BATCH_REPORTS["batch-shard"]);

describe("reports - screens with wide characters", () => {
  it("should be shown line by line, with a narrow table at the end", () =>
    expectGolden(
      "reports/wide-60.terminal",
      `${linesOf(eventsOf(BATCH)).join("\n")}\n\n${renderBatch(BATCH, plainStyle, 60)}\n`,
    ));

  for (const columns of SCREENS) {
    it(`should fit the list of running contracts into ${columns} columns`, () => {
      const frame = batchFrame(stateAfter(eventsOf(BATCH)), {
        nowMs: 4_200,
        columns,
        rows: 24,
        style: plainStyle,
      });
      for (const line of frame.split("\n")) assert.isBelow(stringWidth(line), columns, line);
      // Text that wasn't truncated is aligned.
      const starts = frame.split("\n").flatMap((line) => columnOf(line, /checking|waiting for its job/));
      assert.isAtMost(new Set(starts).size, 1, frame);
    });

    it(`should fit the end of a run into ${columns} columns`, () => {
      const screen = renderBatch(BATCH, plainStyle, columns);
      assert.deepEqual(tooWide(screen, columns), []);
      const table = screen.split("\n\n").find((block) => /^ {2}Name/.test(block)) ?? "";
      const outcomes = table
        .split("\n")
        .flatMap((line) => columnOf(line, /Outcome|verified|check failed|no build/));
      assert.lengthOf([...new Set(outcomes)], 1, table);
    });

    it(`should fit the screen of each report into ${columns} columns`, () => {
      for (const [name, report] of Object.entries({ ...REPORTS, ...BATCH_REPORTS })) {
        const render = name in BATCH_REPORTS ? renderBatch : renderReport;
        for (const isVerbose of [false, true])
          assert.deepEqual(
            tooWide(render(widened(report), plainStyle, columns, isVerbose), columns),
            [],
            name,
          );
      }
    });
  }
});

function columnOf(line: string, pattern: RegExp): number[] {
  const at = line.search(pattern);
  return at === -1 ? [] : [stringWidth(line.slice(0, at))];
}

function widened(report: Report): Report {
  let text = JSON.stringify(report);
  for (const [name, wide] of WIDE) text = text.replaceAll(name, wide);
  return JSON.parse(text) as Report;
}

function eventsOf(report: Report): readonly BatchEvent[] {
  const { contracts, passedOver, shard } = report;
  return [
    begun(contracts, { passedOver, shard }),
    ...[0, 1, 2, 3, 4].map(startedAt),
    ...[0, 1].map((index) => endedAt(report, index)),
    { type: "progress", index: 2, event: POLLING },
    { type: "slowed-down", host: "驗證服務.example", waitMs: 5_000 },
  ];
}
