import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import type { Wait } from "../domain/clock.ts";

interface Retry {
  /** The maximum number of attempts, including the first. */
  readonly attempts: number;
  /** Undefined ends the retries. `attempt` counts from 1. */
  readonly delayMs: (attempt: number, error: Error) => number | undefined;
  readonly wait?: Wait | undefined;
  readonly signal: AbortSignal;
  /** True if the work itself reacts to the signal and reports its progress. @default false */
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
 * @param work `attempt` counts from 1.
 * @throws the error of the last attempt
 */
export function retry<T>(
  work: (attempt: number) => Promise<T>,
  { attempts, delayMs, wait = waitByTimer, signal, onlyEndsWaits = false }: Retry,
): Promise<T> {
  return pRetry(work, {
    retries: Math.max(0, attempts - 1),
    // p-retry's own wait supports neither Retry-After nor a replay's clock.
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

type Waits = Pick<Retry, "attempts" | "wait" | "signal"> & {
  /** Returning undefined stops the wait. @default one to three seconds between reads */
  readonly delayMs?: (attempt: number) => number | undefined;
};

/**
 * Repeats a read until it returns a value. Errors aren't retried.
 *
 * @returns undefined if no value appeared.
 */
export async function untilPresent<T>(
  read: (attempt: number) => Promise<T | undefined>,
  { attempts, delayMs = delayAfterMs, wait = waitByTimer, signal }: Waits,
): Promise<T | undefined> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const found = await read(attempt);
    signal.throwIfAborted();
    const ms = found === undefined && attempt < attempts ? delayMs(attempt) : undefined;
    if (ms === undefined) return found;
    await wait(ms, signal);
  }
}

/** Never shorter than `ms`, because a Retry-After is a minimum. Node's timers fire up to a millisecond early. */
export const waitByTimer: Wait = async (ms, signal) => {
  try {
    await sleep(ms + 1, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 3000;
const GROWTH = 1.5;

export interface Patience {
  readonly waitMs: number;
  /**
   * True if the missing item is certain not to appear. Called after each read.
   *
   * @param waitedMs Excludes the duration of the reads.
   */
  readonly isAbsent?: ((waitedMs: number) => Promise<boolean>) | undefined;
}

/** For a read that found nothing. Uses the same delays as {@link untilPresent}. */
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

export function delayAfterMs(attempt: number): number {
  return Math.min(MAX_DELAY_MS, Math.round(FIRST_DELAY_MS * GROWTH ** (attempt - 1)));
}
