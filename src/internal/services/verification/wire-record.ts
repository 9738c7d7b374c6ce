import * as z from "zod";
import { betterMatch } from "../../domain/match.ts";
import type { ContractRecord, MatchSummary } from "../../domain/record.ts";
import { contractFields } from "../../domain/stored-record.ts";
import { objectOf } from "../../domain/wire.ts";
import { isObject } from "../../text/is-object.ts";
import { anySpelling, matchShape } from "./wire-match.ts";

const { shape: fields } = contractFields;

/** The parts of each field that can be requested individually. The service supports one level of nesting. */
export const PARTS: Readonly<Record<string, z.ZodRawShape>> = {
  creationBytecode: fields.creationBytecode.shape,
  runtimeBytecode: fields.runtimeBytecode.shape,
  deployment: fields.deployment.shape,
  compilation: fields.compilation.shape,
  stdJsonInput: fields.stdJsonInput.shape,
  stdJsonOutput: fields.stdJsonOutput.shape,
  signatures: fields.signatures.shape,
  proxyResolution: fields.proxyResolution.shape,
};

/** If `isProxy` is missing, the service could not determine whether the contract is a proxy. */
const proxyResolution = z.preprocess(
  (value) => (isObject(value) && value.isProxy == null ? null : value),
  fields.proxyResolution.nullish(),
);

/** The fields of a record. */
export const WHOLE: z.ZodRawShape = {
  ...matchShape,
  match: matchShape.match.optional(),
  ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.nullish()])),
  proxyResolution,
};

/** For a service that doesn't report a record's match. */
function withMatch(record: Partial<MatchSummary>, context: z.RefinementCtx) {
  const { match, creationMatch, runtimeMatch } = record;
  if (match !== undefined) return { ...record, match };
  if (creationMatch === undefined && runtimeMatch === undefined)
    context.addIssue({ code: "custom", path: ["match"], message: "expected a match" });
  return { ...record, match: betterMatch(runtimeMatch, creationMatch) };
}

/** Validates whole fields or their requested parts. */
export function wireRecord(requested: readonly string[]): z.ZodType<ContractRecord> {
  const narrowed = Object.entries(PARTS).flatMap(([name, shape]) => {
    const parts = getRequestedParts(name, requested);
    if (parts === undefined) return [];
    const picked = Object.fromEntries(Object.entries(shape).filter(([part]) => parts.includes(part)));
    return [[name, objectOf(picked).nullish()]];
  });
  const schema = objectOf({ ...WHOLE, ...Object.fromEntries(narrowed) }).transform(withMatch);
  return anySpelling(schema) as unknown as z.ZodType<ContractRecord>;
}

function getRequestedParts(name: string, fields: readonly string[]): readonly string[] | undefined {
  if (fields.includes("all") || fields.includes(name)) return undefined;
  const parts = fields.flatMap((field) =>
    field.startsWith(`${name}.`) ? [field.slice(name.length + 1)] : [],
  );
  return parts.length === 0 ? undefined : parts;
}
