import * as z from "zod";
import type { MatchSummary } from "../../domain/record.ts";
import { jsonOrUndefined } from "../http/parse-json.ts";
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

const wireMatch = anySpelling(objectOf(matchShape));

/** More than there are chains on which one address is verified. */
const MOST_RESULTS = 1000;

/** `GET /v2/contract/all-chains/{address}`. */
export const wireAllChains = z
  .object({
    results: z.array(wireMatch).max(MOST_RESULTS, `expected at most ${MOST_RESULTS} results`),
  })
  .transform(({ results }): readonly MatchSummary[] => results);

/** Whether the body of a 404 says "on no chain", and not "no such path" as another program or an older version would. */
export function isOnNoChain(text: string): boolean {
  return z.object({ results: z.array(z.unknown()).length(0) }).safeParse(jsonOrUndefined(text)).success;
}
