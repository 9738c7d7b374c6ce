import type { PreflightReport } from "../../src/report.ts";
import { schemaParser } from "./report-schema.ts";

export const parsePreflightReport = schemaParser<PreflightReport>("verify-contract-preflight-1");
