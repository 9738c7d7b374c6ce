import { VerifyContractError } from "../errors/problem.ts";
import { REPORT_FORMATS } from "../reports/formats.ts";
import type { Report } from "../reports/model.ts";
import type { ReportRequest } from "../reports/report-request.ts";
import { tryReportFile, writeReportFile } from "./report-file.ts";

/** Finds out before anything is sent whether the reports can be written where they were asked for. VC801. */
export async function prepareReports(requests: readonly ReportRequest[]): Promise<void> {
  for (const { path: target } of requests) {
    await tryReportFile(target).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
  }
}

/** Writes each report in its format. VC801. */
export async function writeReports(report: Report, requests: readonly ReportRequest[]): Promise<void> {
  for (const { format, path: target } of requests) {
    await writeReportFile(target, REPORT_FORMATS[format](report)).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
  }
}

function unwritable(target: string, cause: unknown): VerifyContractError {
  return new VerifyContractError("VC801", {
    values: { path: target },
    facts: [["Reason", cause instanceof Error ? cause.message : String(cause)]],
    cause,
  });
}
