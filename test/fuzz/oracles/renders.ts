import { assert } from "chai";
import { REPORT_FORMATS } from "../../../src/internal/render/formats.ts";
import { renderProblem } from "../../../src/internal/render/terminal/problem.ts";
import { renderProgress } from "../../../src/internal/render/terminal/progress.ts";
import { renderReport } from "../../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../../src/internal/render/terminal/style.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import { createReport, getExitCode } from "../../../src/internal/report/outcome.ts";
import type { ProgressEvent } from "../../../src/internal/report/progress.ts";
import { withoutShell } from "../../helpers/html-shell.ts";
import { parseReport } from "../../helpers/report-schema.ts";
import { elementsOf } from "../../helpers/well-formed.ts";

/** Control characters, direction overrides, lone surrogates, and unusual line ends. */
const ACTING = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\u2028\u2029]/u;

const STARTED = new Date("2026-11-21T09:24:38Z");
const FINISHED = new Date("2026-11-21T09:24:40Z");

/** Writes a report in every format, and checks that nothing in it acts on a screen. */
export function assertRenders(
  contract: ContractReport,
  events: readonly ProgressEvent[],
  chainId: number,
): void {
  const report = createReport({
    startedAt: STARTED,
    finishedAt: FINISHED,
    network: { name: "fuzz", chainId },
    services: { verification: "http://127.0.0.1:5555", query: null, status: null },
    contracts: [contract],
  });
  for (const [format, write] of Object.entries(REPORT_FORMATS)) {
    const text = write(report);
    assertTame(text, format);
    if (format === "json") {
      const read = parseReport(text);
      assert.equal(read.exitCode, getExitCode(contract.outcome));
      assert.equal(read.contracts[0]?.outcome, contract.outcome);
    }
    if (format === "junit") elementsOf(text);
    if (format === "html") elementsOf(withoutShell(text));
  }
  assertTame(renderReport(report, plainStyle, 80), "terminal");
  for (const event of events) assertTame(renderProgress(event, plainStyle) ?? "", `progress, ${event.type}`);
}

export function assertShowable(what: string, texts: readonly (string | null | undefined)[]): void {
  const facts = texts.flatMap((text) => (typeof text === "string" ? [{ label: what, value: text }] : []));
  assertTame(renderProblem({ code: "VC410", message: what, facts }, plainStyle, 80), what);
}

function assertTame(text: string, where: string): void {
  const found = ACTING.exec(text);
  if (found === null) return;
  const code = found[0].codePointAt(0)?.toString(16);
  assert.fail(
    `U+${code} in ${where}: ${JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 20))}`,
  );
}
