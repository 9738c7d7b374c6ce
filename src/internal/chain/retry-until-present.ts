import type { Wait } from "../domain/clock.ts";
import { retry, waitByTimer } from "../services/retry.ts";

class NotThereYet extends Error {}

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 3000;
const GROWTH = 1.5;

/**
 * Repeats a read until it finds something. Only undefined is retried; an error is rethrown.
 *
 * @param read Resolves with undefined for "not there yet". `attempt` counts from 1.
 * @param attempts The most reads.
 * @param wait Between two reads.
 * @returns undefined when nothing appeared.
 */
export async function retryUntilPresent<T>(
  read: (attempt: number) => Promise<T | undefined>,
  attempts: number,
  signal: AbortSignal,
  wait: Wait = waitByTimer,
): Promise<T | undefined> {
  const readOnce = async (attempt: number): Promise<T> => {
    const answer = await read(attempt);
    if (answer === undefined) throw new NotThereYet();
    return answer;
  };
  try {
    return await retry(readOnce, {
      attempts,
      delayMs: (attempt, error) => (error instanceof NotThereYet ? delayAfterMs(attempt) : undefined),
      wait: (ms) => wait(ms, signal),
      signal,
    });
  } catch (error) {
    if (error instanceof NotThereYet) return undefined;
    throw error;
  }
}

/** The most reads that {@link retryUntilPresent} makes where the waits between them end `elapsedMs` earlier. */
export function attemptsLeft(attempts: number, elapsedMs: number): number {
  const delays = Array.from({ length: attempts - 1 }, (_, index) => delayAfterMs(index + 1));
  const until = (count: number): number => delays.slice(0, count).reduce((sum, delay) => sum + delay, 0);
  const leftMs = until(delays.length) - elapsedMs;
  return 1 + delays.filter((_, index) => until(index + 1) <= leftMs).length;
}

function delayAfterMs(attempt: number): number {
  return Math.min(MAX_DELAY_MS, Math.round(FIRST_DELAY_MS * GROWTH ** (attempt - 1)));
}
