import * as z from "zod";
import type { MatchSummary } from "../../domain/record.ts";
import { parseJson } from "../http/parse-json.ts";
import { wireMatch } from "./wire-match.ts";

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
  try {
    return z.object({ results: z.array(z.unknown()).length(0) }).safeParse(parseJson(text)).success;
  } catch {
    return false;
  }
}
