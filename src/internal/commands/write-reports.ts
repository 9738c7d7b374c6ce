import { VerifyContractError } from "../errors/problem.ts";
import type { ReportFormat } from "../render/format-names.ts";
import type { Report } from "../report/model.ts";
import { fileReason } from "../text/file-reason.ts";
import { overwrittenFile } from "./overwritten-file.ts";
import { type Destination, followed, tryReportFile, writeReportFile } from "./report-file.ts";
import type { ReportRequest } from "./report-request.ts";

/**
 * Finds out before anything is sent whether the reports can be written where they were asked for, and would overwrite
 * nothing that the run reads or writes, nor each other. VC801.
 *
 * @param reads Absolute paths of files and folders that the run reads or writes, whether they are there or not.
 */
export async function prepareReports(
  requests: readonly ReportRequest[],
  reads: readonly string[] = [],
): Promise<void> {
  // Before any folder is made for a report.
  await refuseOverwriting(requests, reads);
  const missing = await placesOf(reads);
  const taken: Destination[] = [];
  for (const { path: target } of requests) {
    const destination = await tryReportFile(target).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
    if (missing.some((file) => isSame({ file, ignoresCase: false }, destination)))
      throw unwritable(target, new Error("this run reads or writes that file"));
    if (taken.some((other) => isSame(other, destination)))
      throw unwritable(target, new Error("another report is already written there"));
    taken.push(destination);
  }
}

/** Where they are or would be, without links. */
function placesOf(files: readonly string[]): Promise<readonly string[]> {
  return Promise.all(files.map((file) => followed(file).catch(() => file)));
}

/** Refuses reports that would overwrite what the run reads. VC801. */
export async function refuseOverwriting(
  requests: readonly ReportRequest[],
  reads: readonly string[],
): Promise<void> {
  for (const { path: target } of requests) {
    const overwritten = await overwrittenFile(target, reads);
    if (overwritten === undefined) continue;
    throw unwritable(target, new Error(overwritten));
  }
}

function isSame(one: Destination, other: Destination): boolean {
  const key = (file: string): string =>
    one.ignoresCase || other.ignoresCase ? file.normalize("NFC").toLowerCase() : file;
  return key(one.file) === key(other.file);
}

/** Writes each report in its format. VC801. */
export async function writeReports(report: Report, requests: readonly ReportRequest[]): Promise<void> {
  const { REPORT_FORMATS } = await import("../render/formats.ts");
  return writeTexts(requests, (format) => REPORT_FORMATS[format](report));
}

/** The same for a report of any kind. */
export async function writeTexts(
  requests: readonly ReportRequest[],
  textIn: (format: ReportFormat) => string,
): Promise<void> {
  for (const { format, path: target } of requests) {
    await writeReportFile(target, textIn(format)).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
  }
}

function unwritable(target: string, cause: unknown): VerifyContractError {
  return new VerifyContractError("VC801", {
    values: { path: target },
    facts: [["Reason", fileReason(cause)]],
    cause,
  });
}
