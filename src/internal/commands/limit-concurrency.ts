import pLimit, { type LimitFunction } from "p-limit";

const limits = new Map<string | undefined, LimitFunction>();

/**
 * Runs work when fewer than `concurrency` others of this process use the same service.
 *
 * @param serviceUrl Undefined where there is none; those runs share a limit too.
 */
export function limitConcurrency<T>(
  concurrency: number,
  serviceUrl: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const limit = limits.get(serviceUrl) ?? pLimit(concurrency);
  limits.set(serviceUrl, limit);
  return limit(work);
}
