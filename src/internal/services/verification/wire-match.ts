import * as z from "zod";
import { address, dateTime, objectOf, optional } from "../wire/primitives.ts";
import { inOneSpelling } from "./one-spelling.ts";

/** An unknown value is none of these, so it never counts as success. */
const match = z.enum(["match", "exact_match"]).nullable();

const chainId = z.union([
  z.string().regex(/^\d{1,20}$/, "expected a chain id"),
  z.int().nonnegative().transform(String),
]);

export const matchShape = {
  match,
  creationMatch: match.optional(),
  runtimeMatch: match.optional(),
  chainId: optional(chainId),
  address: optional(address),
  verifiedAt: optional(dateTime),
  matchId: optional(z.union([z.string(), z.int().transform(String)])),
};

/** The matches of a contract, or a record, in the spelling of any service. */
export function anySpelling<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(inOneSpelling, schema);
}

export const wireMatch = anySpelling(objectOf(matchShape));
