import { untilAborted } from "./limited-signal.ts";

const left = new Set<Promise<unknown>>();

/**
 * Notes work that can't be aborted and that nobody waits for any longer, such as a call that a silent node does not
 * answer: its socket keeps the process alive until it gives up by itself. What becomes of it is of no interest.
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
 * Waits for work that may not end when the signal is aborted, and leaves it behind then.
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
