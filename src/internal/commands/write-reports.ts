import path from "node:path";
import { REPORT_MARKS, type ReportFormat } from "../render/format-names.ts";
import {
  followed,
  NO_EARLIER_REPORT,
  tryReportFile,
  unwritable,
  type WhyKept,
  writeReportFile,
} from "./report-file.ts";
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
  for (const request of requests) {
    const { path: target } = request;
    const file = await tryReportFile(target, whyKept(request)).catch((cause: unknown) => {
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
  for (const request of requests) {
    const { format, path: target } = request;
    await writeReportFile(target, textIn(format), whyKept(request)).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
    WRITTEN.add(request);
  }
}

/** A run that fails after it wrote a report replaces it, whatever its name. */
const WRITTEN = new WeakSet<ReportRequest>();

function whyKept(request: ReportRequest): WhyKept | undefined {
  if (WRITTEN.has(request)) return undefined;
  const { ending, begins } = REPORT_MARKS[request.format];
  return (head) => {
    if (!begins.test(head.toString("utf8"))) return NO_EARLIER_REPORT;
    return request.path.toLowerCase().endsWith(ending)
      ? undefined
      : `an earlier report is there: it is replaced only under a name that ends in ${ending}`;
  };
}
