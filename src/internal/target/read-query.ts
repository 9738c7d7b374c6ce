import pRetry from "p-retry";

import type { QueryContract } from "../services/query/model.ts";
import type { QueryService } from "../services/query/query-service.ts";
import { ServiceError } from "../services/service-error.ts";
import type { QueryKnowledge } from "./deployment-facts.ts";

class NotThereYet extends Error {}

/**
 * Asks the query service for a contract; that it does not answer is knowledge too, and never an error here.
 * A contract that has just been created is not there for some seconds, or is there without its code.
 *
 * @param attempts How often it is asked when it does not know the contract, one to three seconds apart.
 */
export async function readQuery(
  query: QueryService | undefined,
  idOrAddress: string,
  attempts: number,
  signal: AbortSignal,
): Promise<QueryKnowledge> {
  if (query === undefined) return { state: "not-configured" };
  let last: QueryContract | undefined;
  const ask = async (): Promise<QueryKnowledge> => {
    last = await query.contract(idOrAddress, { signal });
    if (last === undefined || last.runtime_bytecode === null || last.runtime_bytecode === "0x")
      throw new NotThereYet();
    return { state: "known", contract: last };
  };
  try {
    return await pRetry(ask, {
      retries: Math.max(0, attempts - 1),
      minTimeout: 1000,
      maxTimeout: 3000,
      factor: 1.5,
      signal,
      shouldRetry: ({ error }) => error instanceof NotThereYet,
    });
  } catch (error) {
    if (error instanceof NotThereYet)
      return last === undefined ? { state: "not-found" } : { state: "known", contract: last };
    if (error instanceof ServiceError && !signal.aborted)
      return { state: "unavailable", reason: error.message };
    throw error;
  }
}
