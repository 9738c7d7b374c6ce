/** The writers are in formats.ts, which is loaded only when a report is requested. */
export const REPORT_FORMAT_NAMES = ["json", "junit", "markdown", "html"] as const;

export type ReportFormat = (typeof REPORT_FORMAT_NAMES)[number];

export const PREFLIGHT_FORMAT_NAMES = ["json", "markdown"] as const satisfies readonly ReportFormat[];

/** An existing file is overwritten only if its first lines match `begins`. */
export const REPORT_MARKS: Readonly<
  Record<ReportFormat, { readonly ending: string; readonly begins: RegExp }>
> = {
  json: { ending: ".json", begins: /^\{\s*"schema": "verify-contract(?:-preflight)?\/\d/ },
  junit: {
    ending: ".xml",
    begins: /^<\?xml [^>]*>\s*<testsuites>\s*<testsuite name="hardhat-verify-contract"/,
  },
  markdown: { ending: ".md", begins: /^## Contract (?:verification|preflight)\n\n[✔✖–?] / },
  html: {
    ending: ".html",
    begins: /^<!doctype html>\n(?:<.*\n){1,20}?<title>Contract verification: /,
  },
};
