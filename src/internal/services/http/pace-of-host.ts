import type { ServiceError } from "../service-error.ts";
import { OTHER_JOB_RUNS } from "./should-retry.ts";

/** The request rate to a host. All times are milliseconds of one monotonic clock. */
export interface Pace {
  /** Between the starts of two requests; 0 is full speed. */
  readonly intervalMs: number;
  /** The interval at the last rate limit; 0 for full speed, or without a rate limit. */
  readonly tooFastMs: number;
  readonly lastStartMs: number;
  /** Nothing starts before this. */
  readonly pausedUntilMs: number;
  /** The most requests that start in any second; Infinity for no limit. */
  readonly requestsPerSecond: number;
  /** Starts of the last second, the oldest first; empty without a limit. */
  readonly startsMs: readonly number[];
  /** How many pauses there were. An answer counts only when its request started in the present round. */
  readonly round: number;
}

/** What a host is never asked more than, whatever it answers. */
export interface PaceLimit {
  /** The most requests that start in any second. */
  readonly requestsPerSecond: number;
  /** The most requests without an answer. */
  readonly requestsAtOnce: number;
}

/** A pause that a host requests. */
export interface PauseAsked {
  readonly pauseMs: number;
  /** Whether the host itself said how long. */
  readonly isRetryAfter: boolean;
  /** Whether a rate limit was exceeded, so that later requests must be slower. */
  readonly isTooFast: boolean;
}

export const FULL_SPEED: Pace = {
  intervalMs: 0,
  tooFastMs: 0,
  lastStartMs: -Infinity,
  pausedUntilMs: -Infinity,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  startsMs: [],
  round: 0,
};

const SECOND_MS = 1000;
const FIRST_INTERVAL_MS = 250;
/**
 * Longer intervals help no client: a host that others keep busy answers no better, and for a strict limit the pauses are
 * enough. Simulated with half of all answers 429 by chance and 4 requests at once: with 2 s three are served in
 * the time that one is with 8 s.
 */
const LONGEST_INTERVAL_MS = 2000;
/** One process never sends more than 200 requests a second. */
const SHORTEST_INTERVAL_MS = 5;

/** A good answer shortens the interval by a tenth, and near where it was too fast the last time by half of that. */
const QUICK_RECOVERY = 0.9;
const CAREFUL_RECOVERY = 0.95;
const NEAR = 1.25;

/** Tries of one call that do not count; its deadline ends it long before, unless the host asks for no wait at all. */
export const MOST_UNCOUNTED_TRIES = 100;

/** Milliseconds until the next request may start; 0 for now. */
export function msUntilStart(pace: Pace, nowMs: number): number {
  const { intervalMs, lastStartMs, pausedUntilMs, requestsPerSecond, startsMs } = pace;
  const oldest = startsMs.at(-requestsPerSecond) ?? Number.NEGATIVE_INFINITY;
  return Math.max(0, pausedUntilMs - nowMs, lastStartMs + intervalMs - nowMs, oldest + SECOND_MS - nowMs);
}

export function afterStart(pace: Pace, nowMs: number): Pace {
  if (pace.requestsPerSecond === Number.POSITIVE_INFINITY) return { ...pace, lastStartMs: nowMs };
  const startsMs = [...pace.startsMs.filter((startMs) => startMs > nowMs - SECOND_MS), nowMs];
  return { ...pace, lastStartMs: nowMs, startsMs };
}

/**
 * The pace after the host requested a pause. Several running requests may get the same answer: they make the pace no
 * slower, and the pause longer only if the host itself says when it ends.
 *
 * @param round That in which the request started.
 */
export function afterPauseAsked(pace: Pace, round: number, asked: PauseAsked, nowMs: number): Pace {
  const pausedUntilMs = Math.max(pace.pausedUntilMs, nowMs + asked.pauseMs);
  if (round < pace.round) return asked.isRetryAfter ? { ...pace, pausedUntilMs } : pace;
  const next = { ...pace, pausedUntilMs, round: pace.round + 1 };
  if (!asked.isTooFast) return next;
  const doubled = Math.min(LONGEST_INTERVAL_MS, Math.max(FIRST_INTERVAL_MS, pace.intervalMs * 2));
  return { ...next, intervalMs: doubled, tooFastMs: pace.intervalMs };
}

/** The pace after an answer. A request from before the pause says nothing about the pace after it. */
export function afterServed(pace: Pace, round: number): Pace {
  if (round < pace.round || pace.intervalMs === 0) return pace;
  const isNear = pace.intervalMs <= pace.tooFastMs * NEAR;
  const intervalMs = pace.intervalMs * (isNear ? CAREFUL_RECOVERY : QUICK_RECOVERY);
  return intervalMs < SHORTEST_INTERVAL_MS
    ? { ...pace, intervalMs: 0, tooFastMs: 0 }
    : { ...pace, intervalMs };
}

/** Whether a failure is a rate limit of the host. Another running job for the same contract is not one. */
export function isHostLimit({ kind, status, customCode }: ServiceError): boolean {
  // A node also says it in an answer whose status is another.
  const isTooMuch = status === 429 || (kind === "busy" && status === undefined);
  return isTooMuch && customCode !== OTHER_JOB_RUNS;
}

/** Whether a failure pauses all requests: a rate limit, or a host that says when it will serve again. */
export function asksForPause(error: ServiceError): boolean {
  return isHostLimit(error) || (error.status === 503 && error.retryAfterMs !== undefined);
}

/**
 * Whether a failure uses up one of a call's attempts. A rate limit is not the fault of its request, and a waiting
 * request may meet it often: after the first, it counts only while the host serves no request.
 *
 * @param quietMs Milliseconds since a limit counted in this call or the host served a request, whichever was later;
 *   undefined before one counted.
 * @param everyMs How often one counts.
 */
export function usesUpTry(error: ServiceError, quietMs: number | undefined, everyMs: number): boolean {
  return !isHostLimit(error) || quietMs === undefined || quietMs >= everyMs;
}
