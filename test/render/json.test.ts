import { readFileSync } from "node:fs";
import { expect } from "chai";
import { writeJson } from "../../src/internal/render/json/json.ts";
import type { ContractReport, Report } from "../../src/internal/report/model.ts";
import { BATCH_REPORTS } from "../helpers/batch-reports.ts";
import { reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../schemas/verify-contract-1.schema.json", import.meta.url), "utf8"),
) as { readonly definitions: { readonly ContractReport: { readonly properties: object } } };
const CONTRACT_KEYS = Object.keys(schema.definitions.ContractReport.properties);

describe("reports - json", () => {
  it("should keep the report as it is", () => {
    for (const report of Object.values({ ...REPORTS, ...BATCH_REPORTS }))
      expect(JSON.parse(writeJson(report))).to.deep.equal(report);
  });

  it("should write keys in the schema's order, whatever order the report has", () => {
    const backwards = Object.fromEntries(CONTRACT_KEYS.toReversed().map((key) => [key, {}]));
    const report = reportOf([backwards as unknown as ContractReport], 0);
    const [written] = (JSON.parse(writeJson(report)) as Report).contracts;
    expect(Object.keys(written ?? {})).to.deep.equal(CONTRACT_KEYS);
  });
});
