import { readFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const SCHEMA = "schemas/verify-contract-1.schema.json";

/** src/internal/reports/model.ts: the report's types, from its JSON Schema. */
export function reportTypes(): Promise<string> {
  return compile(JSON.parse(readFileSync(SCHEMA, "utf8")), "Report", {
    bannerComment: `// Generated from ${SCHEMA} by \`npm run generate\`. Do not edit.`,
    format: false,
  });
}
