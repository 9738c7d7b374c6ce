import type { Clock } from "../domain/clock.ts";

/** How a running job is polled. */
export interface PollOptions {
  /** Milliseconds before the second poll. @default 25 */
  readonly firstDelayMs: number;
  /** Milliseconds; the upper limit of the growing delay. @default 3000 */
  readonly maxDelayMs: number;
  /**
   * Milliseconds for which the run polls the record after an answer to a submission that can't be understood; the
   * submission is not sent again. @default 10000
   */
  readonly lookForMs?: number;
  /** @default the process's own, and timers */
  readonly clock?: Pick<Clock, "elapsedMs" | "wait">;
}

/** One poll of a job, answered or not. */
export interface Asked {
  /** Milliseconds from when the job was first asked for to the question. */
  readonly elapsedMs: number;
  /** Milliseconds that the answer took. */
  readonly tookMs: number;
  /** From a Retry-After header, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** The end of a job is seen at the next poll: late by at most this share of the job's time. */
const SHARE = 0.09;
/** Jobs that began together are not polled together: a random part of the delay, up to this share, is left out. */
const SPREAD = 0.2;
/** So that a service can't use up the run's deadline. */
const MOST_RETRY_AFTER_MS = 30_000;

/**
 * Milliseconds to wait before the next poll of a job. The interval grows with the time that has passed: the end of a job
 * of four seconds is seen at most 0.4 s late, and a job of minutes is polled every few seconds.
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
  // From poll to poll: a slow answer is part of the interval.
  const own = Math.max(firstDelayMs, interval - tookMs);
  return Math.round(Math.max(own, Math.min(retryAfterMs, MOST_RETRY_AFTER_MS)));
}

/** A submission costs a service more than a question. */
const HEAVIER = 2;
/** Each delay is longer by this factor, and randomly up to twice as long. */
const GROWTH = 1.4;
/** A limit for a clock that stands still; otherwise the deadline ends polling much earlier. */
export const MOST_QUESTIONS = 5000;

/**
 * Milliseconds to wait after an attempt of what is expensive.
 *
 * @param attempt From 1.
 * @param random From 0 to 1.
 */
export function growingDelayMs(
  { firstDelayMs, maxDelayMs }: PollOptions,
  attempt: number,
  random: number,
): number {
  return Math.min(maxDelayMs, Math.round((1 + random) * HEAVIER * firstDelayMs * GROWTH ** (attempt - 1)));
}
