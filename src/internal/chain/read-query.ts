import type { Wait } from "../domain/clock.ts";
import type { QueryContract } from "../services/query/model.ts";
import type { QueryService } from "../services/query/query-service.ts";
import { untilPresent } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import type { QueryKnowledge } from "./deployment-facts.ts";

interface QueryQuestion {
  /** Maximum number of attempts to read a missing contract, one to three seconds apart. @default 1 */
  readonly attempts?: number;
  /** The consensus timestamp for which to read the state, `seconds.nanoseconds`. @default now */
  readonly at?: string | undefined;
  /** True to retry refused connections. @default true */
  readonly retriesRefused?: boolean | undefined;
  /** Called once, before the first wait. */
  readonly onWait?: () => void;
  /** @default a timer */
  readonly wait?: Wait | undefined;
}

/**
 * Returns a failure as a result. For a few seconds after a contract is created, the service may lack it or its code.
 */
export async function readQuery(
  query: QueryService | undefined,
  idOrAddress: string,
  signal: AbortSignal,
  { attempts = 1, at, retriesRefused, onWait, wait }: QueryQuestion = {},
): Promise<QueryKnowledge> {
  if (query === undefined) return { state: "not-configured" };
  let last: QueryContract | undefined;
  const ask = async (attempt: number): Promise<QueryContract | undefined> => {
    last = await query.contract(idOrAddress, { signal, retriesRefused, timestamp: at });
    if (last !== undefined && last.runtime_bytecode !== null && last.runtime_bytecode !== "0x") return last;
    if (attempt === 1 && attempts > 1) onWait?.();
    return undefined;
  };
  try {
    // If the code never appears, the contract is returned without code.
    const contract = (await untilPresent(ask, { attempts, wait, signal })) ?? last;
    return contract === undefined ? { state: "not-found" } : { state: "known", contract };
  } catch (error) {
    if (!(error instanceof ServiceError) || signal.aborted) throw error;
    const failure =
      error.isForeign === true
        ? `the server at ${query.url} is not a query service`
        : "the query service is unavailable";
    return { state: "unavailable", reason: `${failure}: ${error.reason}`, error };
  }
}
