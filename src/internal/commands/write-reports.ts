import { VerifyContractError } from "../errors/problem.ts";
import { REPORT_MARKS, type ReportFormat } from "../render/format-names.ts";
import { fileReason } from "../text/file-reason.ts";
import { type IsOwn, tryReportFile, writeReportFile } from "./report-file.ts";
import type { ReportRequest } from "./report-request.ts";

/**
 * Finds out before anything is sent whether the reports can be written where they were asked for, and would overwrite
 * nothing but earlier reports, nor each other. VC801.
 */
export async function prepareReports(requests: readonly ReportRequest[]): Promise<void> {
  const taken = new Set<string>();
  for (const { format, path: target } of requests) {
    const file = await tryReportFile(target, isReportOf(format)).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
    // Some file systems ignore case.
    const key = file.normalize("NFC").toLowerCase();
    if (taken.has(key)) throw unwritable(target, new Error("another report is already written there"));
    taken.add(key);
  }
}

/** Writes each report in its format. VC801. */
export async function writeTexts(
  requests: readonly ReportRequest[],
  textIn: (format: ReportFormat) => string,
): Promise<void> {
  for (const { format, path: target } of requests) {
    await writeReportFile(target, textIn(format), isReportOf(format)).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
  }
}

function isReportOf(format: ReportFormat): IsOwn {
  const { ending, begins } = REPORT_MARKS[format];
  return (file, head) => file.toLowerCase().endsWith(ending) && begins.test(head.toString("utf8"));
}

function unwritable(target: string, cause: unknown): VerifyContractError {
  return new VerifyContractError("VC801", {
    values: { path: target },
    facts: [["Reason", fileReason(cause)]],
    cause,
  });
}
