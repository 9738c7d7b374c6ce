import { normalize } from "node:path";
import { withOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { isReportFormat, REPORT_FORMAT_NAMES, type ReportFormat } from "../render/format-names.ts";
import { nearestNames } from "../text/nearest.ts";

/** One file to write. `path` is as the user gave it. */
export interface ReportRequest {
  readonly format: ReportFormat;
  readonly path: string;
}

/**
 * Parses the value of `--report`: `format=path`, several with commas. The path begins after the first `=`.
 *
 * @throws VC107 for an unknown format, a missing `=`, an empty path, and two reports for one file.
 */
export function parseReportRequests(option: string): readonly ReportRequest[] {
  const requests: ReportRequest[] = [];
  for (const part of option.split(",")) {
    const request = parseOne(part.trim());
    if (requests.some((other) => normalize(other.path) === normalize(request.path))) {
      throw refuse(part.trim(), `another report is already written to ${request.path}`);
    }
    requests.push(request);
  }
  return requests;
}

function parseOne(part: string): ReportRequest {
  const equals = part.indexOf("=");
  const format = (equals < 0 ? part : part.slice(0, equals)).trim();
  const path = equals < 0 ? "" : part.slice(equals + 1).trim();
  if (!isReportFormat(format)) {
    const nearest = nearestFormat(format);
    throw refuse(part, nearest === undefined ? undefined : `"${nearest}" is meant`);
  }
  if (path === "") {
    throw refuse(part, `the file is missing: ${format}=<path>`);
  }
  return { format, path };
}

function refuse(value: string, likely: string | undefined): VerifyContractError {
  return new VerifyContractError("VC107", {
    values: { value },
    facts: [
      ["Form", "<format>=<path>, several with commas"],
      ["Formats", REPORT_FORMAT_NAMES.join(", ")],
    ],
    likely,
    next: withOptions(["--report", "json=verify-contract.json"]),
  });
}

/** What people write for a format by its file's ending; no spelling brings them near. */
const ENDINGS: Readonly<Record<string, string>> = { md: "markdown", xml: "junit", htm: "html" };

/** The format that was probably meant, if one is near enough. */
function nearestFormat(written: string): string | undefined {
  const lower = written.toLowerCase();
  const byEnding = Object.hasOwn(ENDINGS, lower) ? ENDINGS[lower] : undefined;
  return byEnding ?? nearestNames(lower, REPORT_FORMAT_NAMES, 1)[0];
}
