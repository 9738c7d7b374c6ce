import path from "node:path";
import { VerifyContractError } from "../errors/problem.ts";
import { REPORT_MARKS, type ReportFormat } from "../render/format-names.ts";
import { fileReason } from "../text/file-reason.ts";
import { followed, type IsOwn, tryReportFile, writeReportFile } from "./report-file.ts";
import type { ReportRequest } from "./report-request.ts";

/**
 * Finds out before anything is sent whether the reports can be written where they were asked for, and would overwrite
 * nothing but earlier reports, nor each other. VC801.
 *
 * @param others Paths of other files that the run reads or writes.
 */
export async function prepareReports(
  requests: readonly ReportRequest[],
  others: readonly string[] = [],
): Promise<void> {
  const files = await Promise.all(others.map((file) => followed(path.resolve(file)).catch(() => file)));
  const taken = new Set(files.map(keyOf));
  for (const { format, path: target } of requests) {
    const file = await tryReportFile(target, isReportOf(format)).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
    if (taken.has(keyOf(file))) throw unwritable(target, new Error("this run reads or writes that file"));
    taken.add(keyOf(file));
  }
}

/** Some file systems ignore case. */
function keyOf(file: string): string {
  return file.normalize("NFC").toLowerCase();
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
