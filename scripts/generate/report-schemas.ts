import { z } from "zod";
import { reportSchema as report } from "../../src/internal/report/model.ts";
import { preflightReportSchema as preflight } from "../../src/internal/report/preflight/model.ts";
import { statusReportSchema as status } from "../../src/internal/report/status/model.ts";

/** Generates schemas/verify-contract-1.schema.json. */
export const reportSchema = () => published(report, "verify-contract/1", "Report");

/** Generates schemas/verify-contract-preflight-1.schema.json. */
export const preflightReportSchema = () =>
  published(preflight, "verify-contract-preflight/1", "PreflightReport");

/** Generates schemas/verify-contract-status-1.schema.json. */
export const statusReportSchema = () => published(status, "verify-contract-status/1", "StatusReport");

function published(model: z.ZodType, $id: string, title: string): string {
  const { $schema, ...schema } = z.toJSONSchema(model, {
    target: "draft-07",
    override: ({ jsonSchema }) => {
      // Redundant: the format implies it.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      // Redundant: JSON integers beyond this aren't safe in JavaScript.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Redundant: all keys in JSON are strings.
      if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
      const [reference, ...more] = jsonSchema.allOf ?? [];
      if (reference !== undefined && more.length === 0) {
        delete jsonSchema.allOf;
        Object.assign(jsonSchema, reference);
      }
      const [value, ...others] = jsonSchema.anyOf ?? [];
      if (others.length !== 1 || others[0]?.type !== "null" || typeof value?.type !== "string") return;
      if (value.enum !== undefined) value.enum.push(null);
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, { ...value, ...jsonSchema, type: [value.type, "null"] });
    },
  });
  for (const [name, definition] of Object.entries(schema.definitions ?? {}))
    if (typeof definition === "object") definition.title ??= name;
  return `${JSON.stringify({ $schema, $id, title, ...schema }, null, 1)}\n`;
}
