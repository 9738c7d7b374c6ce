import type { Wait } from "../domain/clock.ts";
import { untilPresent } from "../services/retry.ts";

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 3000;
const GROWTH = 1.5;

/**
 * Repeats a read, one to three seconds apart; see {@link untilPresent}.
 *
 * @param attempts The most reads.
 * @param wait Between two reads.
 */
export function retryUntilPresent<T>(
  read: (attempt: number) => Promise<T | undefined>,
  attempts: number,
  signal: AbortSignal,
  wait?: Wait,
): Promise<T | undefined> {
  return untilPresent(read, { attempts, delayMs: delayAfterMs, wait, signal });
}

/** The most reads that {@link retryUntilPresent} makes where the waits between them end `elapsedMs` earlier. */
export function attemptsLeft(attempts: number, elapsedMs: number): number {
  const delays = Array.from({ length: attempts - 1 }, (_, index) => delayAfterMs(index + 1));
  const until = (count: number): number => delays.slice(0, count).reduce((sum, delay) => sum + delay, 0);
  const leftMs = until(delays.length) - elapsedMs;
  return 1 + delays.filter((_, index) => until(index + 1) <= leftMs).length;
}

/** From one second to three. */
export function delayAfterMs(attempt: number): number {
  return Math.min(MAX_DELAY_MS, Math.round(FIRST_DELAY_MS * GROWTH ** (attempt - 1)));
}
