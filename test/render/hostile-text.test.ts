import { expect } from "chai";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { renderProblem } from "../../src/internal/render/terminal/problem.ts";
import { renderProgress } from "../../src/internal/render/terminal/progress.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { Report } from "../../src/internal/report/model.ts";
import { BATCH_REPORTS } from "../helpers/batch-reports.ts";
import { COMMAND, HOSTILE, INVISIBLE, poisoned } from "../helpers/hostile-texts.ts";
import { withoutShell } from "../helpers/html-shell.ts";
import { REPORTS } from "../helpers/reports.ts";
import { elementsOf } from "../helpers/well-formed.ts";

/** Set by this project, never by a remote party. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  ...["schema", "startedAt", "finishedAt", "outcome", "status", "side", "kind", "sources", "witnesses"],
  ...["state", "creation", "runtime", "creationMatch", "runtimeMatch"],
]);

describe("reports - hostile text", () => {
  const screens: Readonly<Record<string, (report: Report) => string>> = {
    json: REPORT_FORMATS.json,
    "a terminal": (report) => renderReport(report, plainStyle, 80),
    "a terminal, for many": (report) => renderBatch(report, plainStyle, 60),
  };
  const batches = { shard: BATCH_REPORTS["batch-shard"], batch: BATCH_REPORTS["batch-missing-shard"] };

  for (const [what, text] of Object.entries(HOSTILE)) {
    describe(what, () => {
      const reports = Object.entries({ ...REPORTS, ...batches }).map(
        ([name, report]) => [name, poisonedWith(report, text)] as const,
      );

      for (const [format, write] of Object.entries({ ...REPORT_FORMATS, ...screens }))
        it(`should be inert in ${format}, add no element and forge no verdict`, () => {
          for (const [name, report] of reports) {
            const written = write(report);
            expect(INVISIBLE.exec(written), name).to.equal(null);
            // CI servers read what a run prints.
            if (format in screens) expect(COMMAND.exec(written), name).to.equal(null);
            expect(foreignElements(format, written), name).to.deep.equal([]);
            expect(written, name).not.to.match(/^✔ Verified: exact match($|\s*[yz])/m);
          }
        });

      it("should be inert in progress lines and problems", () => {
        const screen = [
          renderProgress(
            { type: "retrying", service: "x", reason: text, delayMs: 1, attempt: 2 },
            plainStyle,
          ),
          renderProblem(
            { code: text, message: text, facts: [{ label: text, value: text }], next: text },
            plainStyle,
          ),
        ].join("\n");
        expect(INVISIBLE.exec(screen)).to.equal(null);
        expect(COMMAND.exec(screen)).to.equal(null);
      });
    });
  }

  it("should contain no active link, mention or markup from foreign text in markdown", () => {
    for (const what of ["markdown markup", "a mention", "a script", "a markdown table"]) {
      const report = poisonedWith(REPORTS["check-failed"], HOSTILE[what] ?? "");
      // Nothing is active between backticks, and a pair of them has none inside.
      const own = REPORT_FORMATS.markdown(report)
        .replaceAll(/`[^`|\\\n]*`/g, "")
        .replaceAll(/<a href="[^"<>|]*">|&#\d+;/g, "");
      expect(own, what).not.to.match(/@\w|#\d|GH-\d|\w:\/\/|www\.\w|`|\]\(|~~|<script|<img/);
      for (const row of own.split("\n").filter((line) => line.startsWith("|"))) {
        expect([3, 5], row).to.include(row.split("|").length - 1);
      }
    }
  });

  it("should link only to web addresses without credentials", () => {
    for (const url of [
      "javascript:alert(1)",
      "data:text/html,x",
      "https://user:pass@evil.example",
      "/x",
      "file:///x",
    ]) {
      const report = poisonedWith(REPORTS["check-failed"], url);
      expect(REPORT_FORMATS.html(report), url).not.to.match(/href="(?!#)/);
      expect(REPORT_FORMATS.markdown(report), url).not.to.contain("href=");
    }
  });

  it("should truncate a very long text for people, and keep it in JSON", () => {
    const report = poisonedWith(REPORTS["check-failed"], HOSTILE["a very long text"] ?? "");
    expect(renderReport(report, plainStyle, 80).length).to.be.lessThan(60_000);
    expect(REPORT_FORMATS.markdown(report).length).to.be.lessThan(60_000);
    expect(REPORT_FORMATS.json(report).length).to.be.greaterThan(200_000);
  });
});

const ELEMENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  html: new Set(
    `html head meta title style body main h1 h2 h3 p div section dl dt dd article header h4 b i ul li svg
    use path g text tspan rect details summary button pre noscript span code strong a table caption
    thead tbody tr th td footer input select option`.split(/\s+/),
  ),
  junit: new Set(
    "testsuites testsuite properties property testcase failure error skipped system-out".split(" "),
  ),
};

function foreignElements(format: string, written: string): readonly string[] {
  const own = ELEMENTS[format];
  return own === undefined ? [] : elementsOf(withoutShell(written)).filter((element) => !own.has(element));
}

function poisonedWith(report: Report, text: string): Report {
  return poisoned(report, () => text, OWN_KEYS);
}
