import { VerifyContractError } from "../../errors/problem.ts";
import { makeReport, NO_SERVICES } from "../../pipeline/make-report.ts";
import type { ExitCode } from "../../pipeline/outcome.ts";
import type { BatchEvent } from "../../reports/batch-progress.ts";
import { REPORT_FORMATS } from "../../reports/formats.ts";
import type { Report } from "../../reports/model.ts";
import type { ProgressEvent } from "../../reports/progress.ts";
import { parseReportRequests } from "../../reports/report-request.ts";
import { renderReport } from "../../reports/terminal/report.ts";
import { styleOf, widthOf } from "../screen.ts";
import { prepareReports, writeReports } from "../write-reports.ts";
import { progressPrinter } from "./progress-printer.ts";

/** Where a person or a program reads. */
export interface Screens {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** How a run is shown. */
export interface Shown {
  readonly json: boolean;
  /** `format=path`, several with commas. */
  readonly report: string | undefined;
}

/**
 * Shows what goes on in a run and what came of it, and writes the reports. With `--json` the report goes to stdout, and
 * what goes on to stderr.
 */
export async function showRun(
  { json, report: option }: Shown,
  { stdout, stderr }: Screens,
  run: (onProgress: (event: ProgressEvent) => void) => Promise<Report>,
): Promise<ExitCode> {
  const startedAt = new Date();
  using progress = progressPrinter(json ? stderr : stdout);
  try {
    const reports = option === undefined ? [] : parseReportRequests(option);
    await prepareReports(reports);
    const report = await run(progress.show);
    progress[Symbol.dispose]();
    if (!json) stdout.write(`\n${renderReport(report, styleOf(stdout), widthOf(stdout))}\n`);
    await writeReports(report, reports);
    // After the files: when one can't be written, the report of that is the one document on stdout.
    if (json) stdout.write(REPORT_FORMATS.json(report));
    return report.exitCode;
  } catch (error) {
    // A program that reads stdout gets a report in any case.
    if (json && error instanceof VerifyContractError)
      stdout.write(REPORT_FORMATS.json(failedReport(error, startedAt)));
    throw error;
  }
}

/** For now. */
export function showBatch(
  shown: Shown,
  screens: Screens,
  run: (onProgress: (event: BatchEvent) => void) => Promise<Report>,
): Promise<ExitCode> {
  return showRun(shown, screens, () => run(() => {}));
}

function failedReport({ problem }: VerifyContractError, startedAt: Date): Report {
  return makeReport({
    startedAt,
    finishedAt: new Date(),
    network: null,
    services: NO_SERVICES,
    contracts: [],
    error: { ...problem, facts: [...problem.facts] },
  });
}
