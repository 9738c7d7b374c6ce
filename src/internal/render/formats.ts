import type { Report } from "../report/model.ts";
import type { PreflightReport } from "../report/preflight/model.ts";
import type { ReportFormat } from "./format-names.ts";
import { writeHtml } from "./html/html.ts";
import { writePreflightHtml } from "./html/preflight.ts";
import { jsonText, writeJson } from "./json/json.ts";
import { writeJunit } from "./junit/junit.ts";
import { writePreflightJunit } from "./junit/preflight.ts";
import { writeMarkdown } from "./markdown/markdown.ts";
import { writePreflightMarkdown } from "./markdown/preflight.ts";

export const REPORT_FORMATS = {
  json: writeJson,
  junit: writeJunit,
  markdown: writeMarkdown,
  html: writeHtml,
} as const satisfies Record<ReportFormat, (report: Report) => string>;

/** JSON keys are already in schema order. */
export const PREFLIGHT_FORMATS = {
  json: jsonText,
  junit: writePreflightJunit,
  markdown: writePreflightMarkdown,
  html: writePreflightHtml,
} as const satisfies Record<ReportFormat, (report: PreflightReport) => string>;
