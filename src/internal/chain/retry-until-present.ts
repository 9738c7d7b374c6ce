import type { Wait } from "../domain/clock.ts";
import { untilPresent, waitByTimer } from "../services/retry.ts";

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 3000;
const GROWTH = 1.5;

/** How long something missing is waited for. */
export interface Patience {
  readonly waitMs: number;
  /**
   * Whether it certainly will not appear, which ends the wait; asked after each read.
   *
   * @param waitedMs Since the first read, without the time of the reads.
   */
  readonly isAbsent?: ((waitedMs: number) => Promise<boolean>) | undefined;
}

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

/** Repeats a read that found nothing, with the same delays, until the time is up. */
export async function retryFor<T>(
  read: () => Promise<T | undefined>,
  { waitMs, isAbsent }: Patience,
  signal: AbortSignal,
  wait: Wait = waitByTimer,
): Promise<T | undefined> {
  let waitedMs = 0;
  for (let attempt = 1; waitedMs < waitMs; attempt++) {
    // The last delay is cut, so that the last read is at the end of the time.
    const delayMs = Math.min(delayAfterMs(attempt), waitMs - waitedMs);
    await wait(delayMs, signal);
    waitedMs += delayMs;
    const found = await read();
    if (found !== undefined) return found;
    if (await isAbsent?.(waitedMs)) return undefined;
  }
  return undefined;
}

/** The delays of {@link retryUntilPresent} together, in milliseconds. */
export function waitMsOf(attempts: number): number {
  let sumMs = 0;
  for (let attempt = 1; attempt < attempts; attempt++) sumMs += delayAfterMs(attempt);
  return sumMs;
}

/** From one second to three. */
export function delayAfterMs(attempt: number): number {
  return Math.min(MAX_DELAY_MS, Math.round(FIRST_DELAY_MS * GROWTH ** (attempt - 1)));
}
