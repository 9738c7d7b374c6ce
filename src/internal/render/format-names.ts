/** Every format of `--report`. Its writer is in formats.ts, which is loaded where a report is asked for. */
export const REPORT_FORMAT_NAMES = ["json", "junit", "markdown", "html"] as const;

export type ReportFormat = (typeof REPORT_FORMAT_NAMES)[number];

export function isReportFormat(name: string): name is ReportFormat {
  return (REPORT_FORMAT_NAMES as readonly string[]).includes(name);
}
