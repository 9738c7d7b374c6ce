import { readFileSync } from "node:fs";

const schema = JSON.parse(
  readFileSync(new URL("../../schemas/verify-contract-1.schema.json", import.meta.url), "utf8"),
) as { definitions: { Outcome: { enum: readonly string[] } } };

export const OUTCOMES = schema.definitions.Outcome.enum;
