import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { StatusReport } from "../../src/report.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../schemas/verify-contract-status-1.schema.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile<StatusReport>(schema);

/** Parses a network status report and throws unless the published schema accepts it. */
export function parseStatusReport(json: string): StatusReport {
  const report: unknown = JSON.parse(json);
  if (!validate(report)) throw new Error(`Not a report: ${ajv.errorsText(validate.errors)}\n${json}`);
  return report;
}
