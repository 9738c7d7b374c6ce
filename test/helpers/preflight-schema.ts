import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { PreflightReport } from "../../src/report.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../schemas/verify-contract-preflight-1.schema.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile<PreflightReport>(schema);

/** Parses a preflight report and throws unless the published schema accepts it. */
export function parsePreflightReport(json: string): PreflightReport {
  const report: unknown = JSON.parse(json);
  if (!validate(report)) throw new Error(`Not a report: ${ajv.errorsText(validate.errors)}\n${json}`);
  return report;
}
