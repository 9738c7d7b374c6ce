import { constants } from "node:fs";
import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { VerifyContractError } from "../errors/problem.ts";
import { REPORT_FORMATS } from "../reports/formats.ts";
import type { Report } from "../reports/model.ts";
import type { ReportRequest } from "../reports/report-request.ts";

/** Finds out before anything is sent whether the reports can be written where they were asked for. VC801. */
export async function prepareReports(requests: readonly ReportRequest[]): Promise<void> {
  for (const { path: target } of requests) {
    try {
      const folder = path.dirname(path.resolve(target));
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    } catch (cause) {
      throw unwritable(target, cause);
    }
  }
}

/** Writes each report to a temporary file beside its place and moves it there, so that nobody reads half of one. VC801. */
export async function writeReports(report: Report, requests: readonly ReportRequest[]): Promise<void> {
  for (const { format, path: target } of requests) {
    const file = path.resolve(target);
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(temporary, REPORT_FORMATS[format](report));
      await rename(temporary, file);
    } catch (cause) {
      await rm(temporary, { force: true }).catch(() => {});
      throw unwritable(target, cause);
    }
  }
}

function unwritable(target: string, cause: unknown): VerifyContractError {
  return new VerifyContractError("VC801", {
    values: { path: target },
    facts: [["Reason", cause instanceof Error ? cause.message : String(cause)]],
    cause,
  });
}
