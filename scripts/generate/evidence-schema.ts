import { z } from "zod";
import { LINES, LINK, TEXT } from "../../src/internal/evidence/schema.ts";

/** Generates schemas/verify-contract-evidence-3.schema.json: a line of an evidence file. */
export function evidenceSchema(): string {
  const lines = z.union([LINES.header, LINES.text, LINES.contract, LINES.given, LINES.end]);
  const { $schema, ...schema } = z.toJSONSchema(lines, {
    io: "input",
    override: ({ jsonSchema, zodSchema }) => {
      // Long text has its own line.
      if (z.globalRegistry.get(zodSchema as never)?.id !== TEXT) return;
      delete jsonSchema.type;
      jsonSchema.anyOf = [{ type: "string" }, LINKED];
    },
  });
  const title = "Line of an evidence file of hardhat-verify-contract";
  return `${JSON.stringify({ $schema, title, description: DESCRIPTION, ...schema }, null, 1)}\n`;
}

const LINKED = {
  type: "object",
  additionalProperties: false,
  required: [LINK] as string[],
  properties: { [LINK]: { type: "integer", minimum: 1 } },
} as const;

const DESCRIPTION =
  "The file is compressed with gzip; each line is a JSON document. The first line is the header, the last one has the key `end`. A text of more than 200 characters has its own line before its first use, and `$text` is its number among these lines, from 1.";
