import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect } from "chai";
import { REPORT_FORMATS } from "../../src/internal/render/formats.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { BATCH_REPORTS } from "../helpers/batch-reports.ts";
import { expectGolden } from "../helpers/golden.ts";
import { withoutShell } from "../helpers/html-shell.ts";
import { REPORTS } from "../helpers/reports.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../schemas/verify-contract-1.schema.json", import.meta.url), "utf8"),
) as object;

describe("reports - golden files", () => {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);

  for (const [name, report] of Object.entries({ ...REPORTS, ...BATCH_REPORTS })) {
    describe(name, () => {
      it("should be a report by the schema", () => {
        validate(report);
        expect(validate.errors).to.equal(null);
      });

      for (const [format, write] of Object.entries(REPORT_FORMATS)) {
        it(`should be written as ${format}`, () => {
          const text = write(report);
          expectGolden(`reports/${name}.${format}`, format === "html" ? withoutShell(text) : text);
        });
      }

      it("should be shown on a terminal", () => {
        const render = name in BATCH_REPORTS ? renderBatch : renderReport;
        expectGolden(`reports/${name}.terminal`, `${render(report, plainStyle, 80)}\n`);
      });
    });
  }
});
