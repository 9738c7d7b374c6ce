import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { PreflightReport, Report, StatusReport } from "../../src/report.ts";
import type { ProcessRun } from "./running-process.ts";

/** The returned parser throws unless the published schema accepts the JSON. */
function schemaParser<T>(name: string): (json: string) => T {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const url = new URL(`../../schemas/${name}.schema.json`, import.meta.url);
  let validate: ValidateFunction<T> | undefined;
  return (json) => {
    validate ??= ajv.compile<T>(JSON.parse(readFileSync(url, "utf8")));
    const report: unknown = JSON.parse(json);
    if (!validate(report)) throw new Error(`Not a report: ${ajv.errorsText(validate.errors)}\n${json}`);
    return report;
  };
}

export const parseReport = schemaParser<Report>("verify-contract-1");
export const parseStatusReport = schemaParser<StatusReport>("verify-contract-status-1");
export const parsePreflightReport = schemaParser<PreflightReport>("verify-contract-preflight-1");

/** The report of a command with `--json`. Throws unless the process ended with the report's exit code. */
export function reportOfRun({ exitCode, stdout, stderr }: ProcessRun): Report {
  if (stdout === "") throw new Error(`No report.\n${stderr}`);
  const report = parseReport(stdout);
  if (report.exitCode !== exitCode)
    throw new Error(`The report says ${report.exitCode}, the process ended with ${exitCode}.`);
  return report;
}
