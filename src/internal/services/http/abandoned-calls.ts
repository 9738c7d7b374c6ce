import { untilAborted } from "./limited-signal.ts";

const left = new Set<Promise<unknown>>();

/**
 * Tracks abandoned work that can't be aborted, such as a call to a silent node: its socket keeps the process alive until
 * it times out. Its result is ignored.
 */
export function trackAbandonedCall(work: Promise<unknown>): void {
  left.add(work);
  const ended = (): void => {
    left.delete(work);
  };
  work.then(ended, ended);
}

export function hasAbandonedCalls(): boolean {
  return left.size > 0;
}

/**
 * Waits for work that may not react to the signal, and abandons it on abort.
 *
 * @throws what the work fails with, or what the signal was aborted with
 */
export async function waitOrAbandon<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await untilAborted(work, signal);
  } finally {
    if (signal.aborted) trackAbandonedCall(work);
  }
}
