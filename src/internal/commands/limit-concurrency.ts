import pLimit, { type LimitFunction } from "p-limit";

const limits = new Map<string, LimitFunction>();

/** Runs work when fewer than `concurrency` others of this process use the same service. */
export function limitConcurrency<T>(
  concurrency: number,
  serviceUrl: string,
  work: () => Promise<T>,
): Promise<T> {
  const limit = limits.get(serviceUrl) ?? pLimit(concurrency);
  limits.set(serviceUrl, limit);
  return limit(work);
}
