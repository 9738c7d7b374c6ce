import type { Report } from "../report/model.ts";
import type { PreflightReport } from "../report/preflight/model.ts";
import type { PREFLIGHT_FORMAT_NAMES, ReportFormat } from "./format-names.ts";
import { writeHtml } from "./html/html.ts";
import { jsonText, writeJson } from "./json/json.ts";
import { writeJunit } from "./junit/junit.ts";
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
  markdown: writePreflightMarkdown,
} as const satisfies Record<(typeof PREFLIGHT_FORMAT_NAMES)[number], (report: PreflightReport) => string>;
