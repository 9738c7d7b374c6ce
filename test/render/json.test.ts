import { readFileSync } from "node:fs";
import { expect } from "chai";
import { writeJson } from "../../src/internal/render/json/json.ts";
import type { Report } from "../../src/internal/report/model.ts";
import { contractOf, reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

const root = JSON.parse(
  readFileSync(new URL("../../schemas/verify-contract-1.schema.json", import.meta.url), "utf8"),
) as Schema;

describe("reports - json", () => {
  it("should keep the report as it is", () => {
    for (const report of Object.values(REPORTS)) {
      expect(JSON.parse(writeJson(report))).to.deep.equal(report);
    }
  });

  it("should write the keys in the order of the schema", () => {
    for (const report of Object.values(REPORTS)) {
      expectOrder(JSON.parse(writeJson(backwards(report))), root, "report");
    }
  });

  it("should sort libraries, and keep timings in the order of the stages", () => {
    const contract = contractOf({ libraries: { "b.sol:B": "0x2", "a.sol:A": "0x1" } });
    const [written] = (JSON.parse(writeJson(reportOf([contract], 0))) as Report).contracts;
    expect(Object.keys(written?.libraries ?? {})).to.deep.equal(["a.sol:A", "b.sol:B"]);
    expect(Object.keys(written?.timings ?? {})).to.deep.equal(Object.keys(contract.timings));
  });

  it("should be the same for the same report", () => {
    for (const report of Object.values(REPORTS)) {
      expect(writeJson(report)).to.equal(writeJson(structuredClone(report)));
    }
  });

  it("should write what a terminal acts on as escapes, and lose nothing", () => {
    const input = "a\u001b[31m\u009b2J\u202e\u2028\u{e0041}\u007f\ud800";
    const report = reportOf([contractOf({ target: { ...contractOf().target, input } })], 0);
    const text = writeJson(report);
    expect(text).to.match(/^[\n\x20-\x7e]*$/);
    expect((JSON.parse(text) as Report).contracts[0]?.target.input).to.equal(input);
  });
});

/** The same value with every object's keys the other way round; maps have an order of their own. */
function backwards<Value>(value: Value, key = ""): Value {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const turned = Array.isArray(value)
    ? value.map((item) => backwards(item))
    : Object.fromEntries(
        (key === "timings" ? Object.entries(value) : Object.entries(value).reverse()).map(([name, item]) => [
          name,
          backwards(item, name),
        ]),
      );
  return turned as Value;
}

function expectOrder(value: unknown, schema: Schema, path: string): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      expectOrder(item, resolved(schema).items ?? {}, `${path}[${index}]`);
    });
  } else if (typeof value === "object" && value !== null) {
    const { properties } = resolved(schema);
    const keys = Object.keys(value);
    const known = Object.keys(properties ?? {}).filter((key) => keys.includes(key));
    expect(
      keys.filter((key) => known.includes(key)),
      path,
    ).to.deep.equal(known);
    for (const [key, item] of Object.entries(value)) {
      expectOrder(item, properties?.[key] ?? {}, `${path}.${key}`);
    }
  }
}

function resolved(schema: Schema): Schema {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) {
    return resolved(root.definitions?.[$ref.split("/").at(-1) ?? ""] ?? {});
  }
  return anyOf?.[0] === undefined ? schema : resolved(anyOf[0]);
}
