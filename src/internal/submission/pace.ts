import type { Options } from "p-retry";

/** How a running job is asked for. */
export interface PollOptions {
  /** Milliseconds before the second question. @default 50 */
  readonly firstDelayMs: number;
  /** Milliseconds that the growing delay does not pass. @default 3000 */
  readonly maxDelayMs: number;
  /**
   * Milliseconds for which the record is asked when the answer to a submission can't be understood: that is not sent
   * again. @default 10000
   */
  readonly lookForMs?: number;
}

/** A question about a job, answered or not. */
export interface Asked {
  /** Milliseconds from when the job was first asked for to the question. */
  readonly elapsedMs: number;
  /** Milliseconds that the answer took. */
  readonly tookMs: number;
  /** What a Retry-After header asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** A job that ends right after a question is known to have ended at the next one: later by this share of its time. */
const SHARE = 0.09;
/** Jobs that began together are not asked for together: the delay is shorter by up to this share of it. */
const SPREAD = 0.2;
/** A longer Retry-After is not waited for: the deadline of the run is ours. */
const MOST_RETRY_AFTER_MS = 30_000;

/**
 * Milliseconds to wait before a job is asked for once more. Questions follow the time that has passed, so that whoever
 * waits for a job of four seconds waits 0.4 s too long at the most, and a job of minutes is asked for every few seconds.
 *
 * @param random From 0 to 1.
 */
export function pollDelayMs(
  { firstDelayMs, maxDelayMs }: PollOptions,
  { elapsedMs, tookMs, retryAfterMs = 0 }: Asked,
  random: number,
): number {
  const share = SHARE * (1 - SPREAD * random);
  const interval = Math.min(maxDelayMs, Math.max(firstDelayMs, elapsedMs * share));
  // From question to question: a slow answer is part of the interval.
  const own = Math.max(firstDelayMs, interval - tookMs);
  return Math.round(Math.max(own, Math.min(retryAfterMs, MOST_RETRY_AFTER_MS)));
}

/** Delays grow by this much a question, and each is made up to twice as long by chance. */
const GROWTH = 1.4;
/** The deadline ends waiting long before; this is for a clock that stands still. */
export const MOST_QUESTIONS = 5000;

/** The pace of asking what is heavy or belongs to others, such as for somebody else's job: quick at first, then slower. */
export function paceOf({ firstDelayMs, maxDelayMs }: PollOptions, signal: AbortSignal): Options {
  return {
    retries: MOST_QUESTIONS,
    minTimeout: firstDelayMs,
    maxTimeout: maxDelayMs,
    factor: GROWTH,
    randomize: true,
    signal,
  };
}
