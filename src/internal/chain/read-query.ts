import type { QueryContract } from "../services/query/model.ts";
import type { QueryService } from "../services/query/query-service.ts";
import { ServiceError } from "../services/service-error.ts";
import { retryUntilPresent } from "./ask-until-there.ts";
import type { QueryKnowledge } from "./deployment-facts.ts";

/**
 * Asks the query service for a contract; that it does not answer is knowledge too, and never an error here.
 * A contract that has just been created is not there for some seconds, or is there without its code.
 *
 * @param at Consensus timestamp, `seconds.nanoseconds`: what was known then.
 * @param onWait Told once, before the first wait.
 * @param attempts How often it is asked when it does not know the contract, one to three seconds apart.
 */
export async function readQuery(
  query: QueryService | undefined,
  idOrAddress: string,
  attempts: number,
  signal: AbortSignal,
  at?: string,
  onWait: () => void = () => {},
): Promise<QueryKnowledge> {
  if (query === undefined) return { state: "not-configured" };
  let last: QueryContract | undefined;
  const ask = async (attempt: number): Promise<QueryContract | undefined> => {
    last = await query.contract(idOrAddress, { signal, ...(at === undefined ? {} : { timestamp: at }) });
    if (last !== undefined && last.runtime_bytecode !== null && last.runtime_bytecode !== "0x") return last;
    if (attempt === 1 && attempts > 1) onWait();
    return undefined;
  };
  try {
    // A record that stays without its code is an answer all the same.
    const contract = (await retryUntilPresent(ask, attempts, signal)) ?? last;
    return contract === undefined ? { state: "not-found" } : { state: "known", contract };
  } catch (error) {
    if (error instanceof ServiceError && !signal.aborted) {
      return { state: "unavailable", reason: whyNot(query.url, error), error };
    }
    throw error;
  }
}

function whyNot(url: string, { isForeign, reason }: ServiceError): string {
  return isForeign === true
    ? `what answers at ${url} is no query service: ${reason}`
    : `the query service can't be asked: ${reason}`;
}
