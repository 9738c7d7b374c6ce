import type { StatusReport } from "../../src/report.ts";
import { schemaParser } from "./report-schema.ts";

export const parseStatusReport = schemaParser<StatusReport>("verify-contract-status-1");
