import pLimit, { type LimitFunction } from "p-limit";

const limits = new Map<string, LimitFunction>();

interface Sharers {
  readonly chainId: number;
  /** Undefined where there is none; those runs share a limit too. */
  readonly serviceUrl: string | undefined;
}

/** Runs work when fewer than `concurrency` others of this process are under way for the same chain and service. */
export function limitConcurrency<T>(
  concurrency: number,
  { chainId, serviceUrl = "" }: Sharers,
  work: () => Promise<T>,
): Promise<T> {
  const key = `${chainId} ${serviceUrl}`;
  const limit = limits.get(key) ?? pLimit(concurrency);
  limits.set(key, limit);
  return limit(work);
}
