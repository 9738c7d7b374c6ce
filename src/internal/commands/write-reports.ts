import path from "node:path";
import { withOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { REPORT_FORMAT_NAMES, REPORT_MARKS, type ReportFormat } from "../render/format-names.ts";
import {
  type KeepRule,
  NO_EARLIER_REPORT,
  resolveLinks,
  tryReportFile,
  unwritable,
  writeReportFile,
} from "./report-file.ts";

/** A report file to write. `path` is as the user typed it. */
export interface ReportRequest {
  readonly format: ReportFormat;
  readonly path: string;
}

/**
 * Each path begins after the first `=`.
 *
 * @param formats The formats that the command writes.
 */
export function parseReportRequests(
  option: string,
  formats: readonly ReportFormat[] = REPORT_FORMAT_NAMES,
): readonly ReportRequest[] {
  const requests: ReportRequest[] = [];
  for (const part of option.split(",")) {
    const request = parseReportRequest(part.trim(), formats);
    if (requests.some((other) => path.normalize(other.path) === path.normalize(request.path))) {
      throw invalidReport(part.trim(), formats, `another report is already written to ${request.path}`);
    }
    requests.push(request);
  }
  return requests;
}

function parseReportRequest(part: string, formats: readonly ReportFormat[]): ReportRequest {
  const equals = part.indexOf("=");
  const name = (equals < 0 ? part : part.slice(0, equals)).trim();
  const file = equals < 0 ? "" : part.slice(equals + 1).trim();
  const format = formats.find((each) => each === name);
  if (format === undefined) throw invalidReport(part, formats);
  if (file === "") {
    throw invalidReport(part, formats, `the file is missing: ${format}=<path>`, format);
  }
  return { format, path: file };
}

function invalidReport(
  value: string,
  formats: readonly ReportFormat[],
  likely?: string,
  format: ReportFormat = "json",
): VerifyContractError {
  return new VerifyContractError("VC107", {
    values: { value },
    facts: [
      ["Form", "<format>=<path>, comma-separated"],
      ["Formats", formats.join(", ")],
    ],
    likely,
    next: withOptions(["--report", `${format}=verify-contract${REPORT_MARKS[format].ending}`]),
  });
}

/** @param others The run's other input and output files, which no report may overwrite. */
export async function prepareReports(
  requests: readonly ReportRequest[],
  others: readonly string[] = [],
): Promise<void> {
  const files = await Promise.all(others.map((file) => resolveLinks(path.resolve(file)).catch(() => file)));
  const taken = new Set(files.map(normalizePath));
  for (const request of requests) {
    const { path: target } = request;
    const file = await tryReportFile(target, createKeepRule(request)).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
    if (taken.has(normalizePath(file)))
      throw unwritable(target, new Error("this run reads or writes the same file"));
    taken.add(normalizePath(file));
  }
}

/** Treats names that differ only in case as equal, because some file systems do. */
function normalizePath(file: string): string {
  return file.normalize("NFC").toLowerCase();
}

export async function writeTexts(
  requests: readonly ReportRequest[],
  textIn: (format: ReportFormat) => string,
): Promise<void> {
  for (const request of requests) {
    const { format, path: target } = request;
    await writeReportFile(target, textIn(format), createKeepRule(request)).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
    WRITTEN.add(request);
  }
}

/** Reports written by this run. If the run fails afterwards, they are replaced regardless of their file extension. */
const WRITTEN = new WeakSet<ReportRequest>();

function createKeepRule(request: ReportRequest): KeepRule | undefined {
  if (WRITTEN.has(request)) return undefined;
  const { ending, begins } = REPORT_MARKS[request.format];
  return (head) => {
    if (!begins.test(head.toString("utf8"))) return NO_EARLIER_REPORT;
    return request.path.toLowerCase().endsWith(ending)
      ? undefined
      : `it contains an earlier report, which is only replaced if its name ends in ${ending}`;
  };
}
