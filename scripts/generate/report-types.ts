import { readFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

/** src/internal/report/model.ts: the report's types, from its JSON Schema. */
export function reportTypes(): Promise<string> {
  return typesOf("schemas/verify-contract-1.schema.json", "Report");
}

/** src/internal/report/status/model.ts: the types of the report of `verify-contract status`. */
export function statusReportTypes(): Promise<string> {
  return typesOf("schemas/verify-contract-status-1.schema.json", "StatusReport");
}

function typesOf(schema: string, name: string): Promise<string> {
  return compile(JSON.parse(readFileSync(schema, "utf8")), name, {
    bannerComment: `// Generated from ${schema} by \`npm run generate\`. Do not edit.`,
    format: false,
  });
}
