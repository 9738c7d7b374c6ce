import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { VerifyContractError } from "../errors/problem.ts";
import { REPORT_FORMATS } from "../reports/formats.ts";
import type { Report } from "../reports/model.ts";
import type { ReportRequest } from "../reports/report-request.ts";

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
      throw new VerifyContractError("VC801", {
        values: { path: target },
        facts: [["Reason", cause instanceof Error ? cause.message : String(cause)]],
        cause,
      });
    }
  }
}
