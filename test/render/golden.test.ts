import { assert } from "chai";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { driftWords } from "../../src/internal/render/words/drift-words.ts";
import { contractVerdict } from "../../src/internal/render/words/verdict.ts";
import { BATCH_REPORTS } from "../helpers/batch-reports.ts";
import { expectGolden } from "../helpers/golden.ts";
import { withoutShell } from "../helpers/html-shell.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { REPORTS } from "../helpers/reports.ts";

const ALL = { ...REPORTS, ...BATCH_REPORTS };

/** The reports with a golden file per format. All reports have one for the terminal. */
const KEPT: Readonly<Record<keyof typeof REPORT_FORMATS, readonly (keyof typeof ALL)[]>> = {
  json: ["verified-exact", "upgraded", "check-failed", "no-build", "dry-run", "wrong-use"],
  html: ["verified-exact", "no-build", "batch-shard", "batch-drift"],
  junit: ["verified-exact", "check-failed", "dry-run", "batch-shard"],
  markdown: ["verified-exact", "no-build", "several-contracts", "batch-shard"],
};

describe("reports - golden files", () => {
  for (const [name, report] of Object.entries(ALL))
    it(`should show ${name} on a terminal, and accept its report by the schema`, () => {
      parseReport(REPORT_FORMATS.json(report));
      const render = name in BATCH_REPORTS ? renderBatch : renderReport;
      expectGolden(`reports/${name}.terminal`, `${render(report, plainStyle, 80)}\n`);
    });

  for (const [format, names] of Object.entries(KEPT))
    for (const name of names)
      it(`should write ${name} as ${format}`, () => {
        const text = REPORT_FORMATS[format as keyof typeof REPORT_FORMATS](ALL[name]);
        expectGolden(`reports/${name}.${format}`, format === "html" ? withoutShell(text) : text);
      });
});

describe("reports - the same facts in every format", () => {
  for (const format of ["html", "junit", "markdown"] as const)
    it(`should show each contract's outcome, problem and next step in ${format}`, () => {
      for (const [name, report] of Object.entries(ALL)) {
        const text = wordsOf(REPORT_FORMATS[format](report));
        const says = (...oneOf: readonly (string | null | undefined)[]) =>
          assert.isTrue(
            oneOf.some((words) => text.includes(wordsOf(words ?? ""))),
            `${name}: ${oneOf.join(" or ")}`,
          );
        if (report.contracts.length === 0 && report.error === undefined)
          says("No contracts", "has no contracts");
        // JUnit can't list contracts that weren't test cases.
        for (const { name } of format === "junit" ? [] : (report.passedOver ?? [])) says(name);
        for (const contract of report.contracts) {
          const { label, heading, brief, text } = contractVerdict(contract);
          says(label, heading, brief, text);
          for (const { name, state } of contract.explorers ?? []) if (state === "shown") says(name);
          for (const each of contract.lock?.drift ?? []) says(driftWords(each));
        }
        for (const { error } of [report, ...report.contracts]) {
          if (error === undefined) continue;
          says(error.code);
          says(error.message);
          says(error.next);
        }
      }
    });
});

/** A text without its markup, in one line. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll(/&(lt|gt|quot|amp|#39|#34);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replaceAll(/[\\`*]/g, "")
    .replaceAll("’", "'")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ lt: "<", gt: ">", amp: "&" },
  ...{ quot: '"', "#34": '"', "#39": "'" },
};
