import type { Clock } from "../domain/clock.ts";

export interface PollOptions {
  /** Milliseconds before the second poll. @default 25 */
  readonly firstDelayMs: number;
  /** Upper limit of the growing delay, in milliseconds. @default 3000 */
  readonly maxDelayMs: number;
  /** The record is polled this long after an unintelligible response to a submission. @default 10000 */
  readonly lookForMs?: number;
}

export interface Pacing {
  readonly polling: PollOptions;
  readonly clock: Pick<Clock, "elapsedMs" | "wait">;
  readonly signal: AbortSignal;
}

export interface Poll {
  /** Milliseconds since the first poll of the job. */
  readonly elapsedMs: number;
  /** Milliseconds from the request to the response. */
  readonly tookMs: number;
  /** From a Retry-After header, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Duration of the service's previous job in this run, in milliseconds. @default 0 */
  readonly lastJobMs?: number | undefined;
}

/** Maximum delay before the end of a job is noticed, as a share of the job's duration. */
const DELAY_SHARE = 0.09;
/** A job isn't polled again until this share of the previous job's duration has passed. */
const LAST_JOB_SHARE = 0.5;
/** Shortens delays randomly by up to this share, so jobs that began together aren't polled together. */
const SPREAD = 0.2;
/** Limits a service's Retry-After, so that it can't use up the time until the run's deadline. */
const MAX_RETRY_AFTER_MS = 30_000;

/** The interval grows with the elapsed time: the end of a four-second job is noticed at most 0.4 s late. */
export function pollDelayMs(
  { firstDelayMs, maxDelayMs }: PollOptions,
  { elapsedMs, tookMs, retryAfterMs = 0, lastJobMs = 0 }: Poll,
  random: number,
): number {
  const share = DELAY_SHARE * (1 - SPREAD * random);
  const interval = Math.min(
    maxDelayMs,
    Math.max(firstDelayMs, elapsedMs * share, lastJobMs * LAST_JOB_SHARE - elapsedMs),
  );
  // Measured from poll to poll, so a slow response is part of the interval.
  const own = Math.max(firstDelayMs, interval - tookMs);
  return Math.round(Math.max(own, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}

/** A submission costs a service more than a poll does. */
const SUBMISSION_FACTOR = 2;
/** Each delay is also randomly extended to up to twice its length. */
const GROWTH = 1.4;
/** Maximum number of attempts. Needed only if the clock stops: otherwise, the deadline ends polling much earlier. */
export const MAX_ATTEMPTS = 5000;

export function growingDelayMs(
  { firstDelayMs, maxDelayMs }: PollOptions,
  attempt: number,
  random: number,
): number {
  return Math.min(
    maxDelayMs,
    Math.round((1 + random) * SUBMISSION_FACTOR * firstDelayMs * GROWTH ** (attempt - 1)),
  );
}
