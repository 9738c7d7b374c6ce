import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import type { Wait } from "../domain/clock.ts";

interface Retry {
  /** The maximum number of attempts, including the first. */
  readonly attempts: number;
  /**
   * Milliseconds to wait after a failed attempt, or undefined to stop.
   *
   * @param attempt From 1.
   */
  readonly delayMs: (attempt: number, error: Error) => number | undefined;
  /** @default a timer */
  readonly wait?: Wait | undefined;
  /** On abort, the retries end with the signal's reason. */
  readonly signal: AbortSignal;
  /**
   * True if the signal ends only the waits, because the work itself reacts to the signal and reports its progress.
   * @default false
   */
  readonly onlyEndsWaits?: boolean;
}

/** Thrown by an attempt that has found nothing yet, to request another attempt. */
export class NotYet extends Error {
  override readonly name = "NotYet";
  /** From a Retry-After header, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(retryAfterMs?: number) {
    super();
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Retries after an error.
 *
 * @param work `attempt` counts from 1.
 * @throws the error of the last attempt
 */
export function retry<T>(
  work: (attempt: number) => Promise<T>,
  { attempts, delayMs, wait = waitByTimer, signal, onlyEndsWaits = false }: Retry,
): Promise<T> {
  return pRetry(work, {
    retries: Math.max(0, attempts - 1),
    // p-retry's own wait supports neither Retry-After nor the clock of a replay.
    minTimeout: 0,
    ...(onlyEndsWaits ? {} : { signal }),
    shouldRetry: async ({ error, attemptNumber }) => {
      const ms = delayMs(attemptNumber, error);
      if (ms === undefined) return false;
      await wait(ms, signal);
      return true;
    },
  });
}

/**
 * Repeats a read until it returns a value. Only undefined is retried; errors are rethrown.
 *
 * @param read Resolves with undefined if the value isn't there yet. `attempt` counts from 1.
 * @param options Without `delayMs`, the reads are one to three seconds apart.
 * @returns undefined if nothing appeared.
 */
export async function untilPresent<T>(
  read: (attempt: number) => Promise<T | undefined>,
  { delayMs = delayAfterMs, ...options }: Omit<Retry, "delayMs"> & Partial<Pick<Retry, "delayMs">>,
): Promise<T | undefined> {
  const readOnce = async (attempt: number): Promise<T> => {
    const found = await read(attempt);
    if (found === undefined) throw new NotYet();
    return found;
  };
  try {
    return await retry(readOnce, {
      ...options,
      delayMs: (attempt, error) => (error instanceof NotYet ? delayMs(attempt, error) : undefined),
    });
  } catch (error) {
    if (error instanceof NotYet) return undefined;
    throw error;
  }
}

export const waitByTimer: Wait = async (ms, signal) => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 3000;
const GROWTH = 1.5;

/** Limits on waiting for a missing item. */
export interface Patience {
  readonly waitMs: number;
  /**
   * True if the missing item certainly won't appear, which ends the wait. Called after each read.
   *
   * @param waitedMs Milliseconds since the first read, excluding the duration of the reads.
   */
  readonly isAbsent?: ((waitedMs: number) => Promise<boolean>) | undefined;
}

/** Repeats a read that found nothing, with the same delays as {@link untilPresent}, until the time is up. */
export async function retryFor<T>(
  read: () => Promise<T | undefined>,
  { waitMs, isAbsent }: Patience,
  signal: AbortSignal,
  wait: Wait = waitByTimer,
): Promise<T | undefined> {
  let waitedMs = 0;
  for (let attempt = 1; waitedMs < waitMs; attempt++) {
    // The last delay is shortened so that the last read starts when the time is up.
    const delayMs = Math.min(delayAfterMs(attempt), waitMs - waitedMs);
    await wait(delayMs, signal);
    waitedMs += delayMs;
    const found = await read();
    if (found !== undefined) return found;
    if (await isAbsent?.(waitedMs)) return undefined;
  }
  return undefined;
}

/** The total delay of {@link untilPresent}, in milliseconds. */
export function totalWaitMs(attempts: number): number {
  let sumMs = 0;
  for (let attempt = 1; attempt < attempts; attempt++) sumMs += delayAfterMs(attempt);
  return sumMs;
}

/** Grows from one second to three. */
export function delayAfterMs(attempt: number): number {
  return Math.min(MAX_DELAY_MS, Math.round(FIRST_DELAY_MS * GROWTH ** (attempt - 1)));
}
