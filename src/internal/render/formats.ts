import type { Report } from "../report/model.ts";
import { writeHtml } from "./html/html.ts";
import { writeJson } from "./json/json.ts";
import { writeJunit } from "./junit/junit.ts";
import { writeMarkdown } from "./markdown/markdown.ts";

/** Every format of `--report`, with its writer. A new format is one file and one line here. */
export const REPORT_FORMATS = {
  json: writeJson,
  junit: writeJunit,
  markdown: writeMarkdown,
  html: writeHtml,
} as const satisfies Record<string, (report: Report) => string>;

export type ReportFormat = keyof typeof REPORT_FORMATS;

export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(REPORT_FORMATS, name);
}
