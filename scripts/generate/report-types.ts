import { readFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import { parseSync, Visitor } from "oxc-parser";

/** src/internal/report/model.ts: the report's types, from its JSON Schema. */
export function reportTypes(): Promise<string> {
  return typesOf("schemas/verify-contract-1.schema.json", "Report");
}

/** src/internal/report/status/model.ts: the types of the report of `verify-contract status`. */
export function statusReportTypes(): Promise<string> {
  return typesOf("schemas/verify-contract-status-1.schema.json", "StatusReport");
}

/** src/internal/report/preflight/model.ts: the types of the report of `verify-contract preflight`. */
export function preflightReportTypes(): Promise<string> {
  return typesOf("schemas/verify-contract-preflight-1.schema.json", "PreflightReport");
}

async function typesOf(schema: string, name: string): Promise<string> {
  const types = await compile(JSON.parse(readFileSync(schema, "utf8")), name, {
    bannerComment: `// Generated from ${schema} by \`npm run generate\`. Do not edit.`,
    format: false,
  });
  return readonlyTypes(types);
}

/** Marks properties, arrays and tuples `readonly`: json-schema-to-typescript has no option for it. */
function readonlyTypes(source: string): string {
  const offsets: number[] = [];
  const add = ({ start }: { readonly start: number }): void => {
    offsets.push(start);
  };
  const visitor = new Visitor({
    TSPropertySignature: add,
    TSIndexSignature: add,
    TSArrayType: add,
    TSTupleType: add,
  });
  visitor.visit(parseSync("types.ts", source).program);
  return offsets
    .sort((one, other) => other - one)
    .reduce((text, offset) => `${text.slice(0, offset)}readonly ${text.slice(offset)}`, source);
}
