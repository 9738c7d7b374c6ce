import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { Report } from "../../src/report.ts";
import type { ProcessRun } from "./running-process.ts";

/** The returned parser throws unless the published schema accepts the JSON. */
export function schemaParser<T>(name: string): (json: string) => T {
  const schema = readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8");
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile<T>(JSON.parse(schema));
  return (json) => {
    const report: unknown = JSON.parse(json);
    if (!validate(report)) throw new Error(`Not a report: ${ajv.errorsText(validate.errors)}\n${json}`);
    return report;
  };
}

export const parseReport = schemaParser<Report>("verify-contract-1");

/** The report of a command with `--json`, whose exit code has to be the process's. */
export function reportOfRun({ exitCode, stdout, stderr }: ProcessRun): Report {
  if (stdout === "") throw new Error(`No report.\n${stderr}`);
  const report = parseReport(stdout);
  if (report.exitCode !== exitCode)
    throw new Error(`The report says ${report.exitCode}, the process ended with ${exitCode}.`);
  return report;
}
