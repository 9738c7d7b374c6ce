import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import type { Wait } from "../domain/clock.ts";

export interface Retry {
  /** The most tries, the first included. */
  readonly attempts: number;
  /**
   * Milliseconds to wait after a failed try; undefined if no other may follow.
   *
   * @param attempt From 1.
   */
  readonly delayMs: (attempt: number, error: Error) => number | undefined;
  readonly wait: (ms: number) => Promise<void>;
  /** Ends it at once, with its reason. @default the work and the wait end themselves */
  readonly signal?: AbortSignal;
}

/**
 * Tries again after an error.
 *
 * @param work `attempt` counts from 1.
 * @throws what the last try failed with
 */
export function retry<T>(
  work: (attempt: number) => Promise<T>,
  { attempts, delayMs, wait, signal }: Retry,
): Promise<T> {
  return pRetry(work, {
    retries: Math.max(0, attempts - 1),
    // p-retry's own wait knows neither Retry-After nor the clock of a replay.
    minTimeout: 0,
    ...(signal === undefined ? {} : { signal }),
    shouldRetry: async ({ error, attemptNumber }) => {
      const ms = delayMs(attemptNumber, error);
      if (ms === undefined) return false;
      await wait(ms);
      return true;
    },
  });
}

export const waitByTimer: Wait = async (ms, signal) => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};
