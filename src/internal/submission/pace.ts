import type { Clock } from "../domain/clock.ts";
import type { Job } from "../domain/record.ts";
import { NotYet, retry, untilPresent } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import type { VerificationService } from "../services/verification/verification-service.ts";

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

interface Poll {
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
/** Limits a service's Retry-After, so that it can't use up the time left before the deadline. */
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
/** Each delay is also extended randomly, to at most twice its length. */
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

/** The HTTP client has already retried each of these consecutive polls. */
const MAX_SILENT_POLLS = 3;

/** In milliseconds. Keyed by options, because all jobs on a chain share one options object. */
const LAST_JOB_MS = new WeakMap<PollOptions, number>();

export async function pollJob(
  service: VerificationService,
  verificationId: string,
  pacing: Pacing,
  onPoll: () => void,
): Promise<Exclude<Job, { state: "pending" }>> {
  const ask = async (attempt: number, sinceMs: number): Promise<Exclude<Job, { state: "pending" }>> => {
    const job = await service.job(verificationId, { signal: pacing.signal });
    if (job.state === "pending") {
      onPoll();
      throw new NotYet(job.retryAfterMs);
    }
    if (attempt > 1) LAST_JOB_MS.set(pacing.polling, sinceMs);
    return job;
  };
  return pollAtPace(ask, pacing, isTransientKind);
}

/** Repeats a request while it throws {@link NotYet}. `ask` receives the milliseconds since the first one. */
export function pollAtPace<T>(
  ask: (attempt: number, sinceMs: number) => Promise<T>,
  { polling, clock, signal }: Pacing,
  isRepeatable: (error: ServiceError) => boolean,
): Promise<T> {
  const startedMs = clock.elapsedMs();
  let askedMs = startedMs;
  let silences = 0;
  const askNow = (attempt: number): Promise<T> => {
    askedMs = clock.elapsedMs();
    return ask(attempt, askedMs - startedMs);
  };
  const delayMs = (_: number, error: Error): number | undefined => {
    const isRunning = error instanceof NotYet;
    if (!isRunning && !(error instanceof ServiceError && isRepeatable(error))) return undefined;
    silences = isRunning ? 0 : silences + 1;
    if (silences >= MAX_SILENT_POLLS) return undefined;
    // The HTTP client has already waited as long as an error's Retry-After requires.
    const retryAfterMs = isRunning ? error.retryAfterMs : undefined;
    const asked = { elapsedMs: askedMs - startedMs, tookMs: clock.elapsedMs() - askedMs, retryAfterMs };
    return pollDelayMs(polling, { ...asked, lastJobMs: LAST_JOB_MS.get(polling) }, Math.random());
  };
  return retry(askNow, { attempts: MAX_ATTEMPTS, delayMs, wait: clock.wait, signal });
}

/** True if the same request can succeed later. */
export function isTransientKind({ kind }: ServiceError): boolean {
  return kind !== "aborted" && kind !== "refused" && kind !== "unusable";
}

/** One time limit for several callers, in milliseconds from the first call. */
export function createSharedPatience(mostMs: number, { elapsedMs }: Pick<Clock, "elapsedMs">): () => number {
  let startedMs: number | undefined;
  return () => {
    startedMs ??= elapsedMs();
    return Math.max(0, mostMs - (elapsedMs() - startedMs));
  };
}

/** Within this time, most jobs end and their match appears in the record. */
export const LOOK_FOR_MS = 10_000;

/** Returns undefined if the time is up, or the service doesn't answer. */
export async function findWithin<T>(
  mostMs: number,
  read: () => Promise<T | undefined>,
  { polling, clock, signal }: Pacing,
): Promise<T | undefined> {
  const startedMs = clock.elapsedMs();
  const delayMs = (attempt: number): number | undefined => {
    const leftMs = mostMs - (clock.elapsedMs() - startedMs);
    return leftMs <= 0 ? undefined : Math.min(growingDelayMs(polling, attempt, Math.random()), leftMs);
  };
  try {
    return await untilPresent(read, { attempts: MAX_ATTEMPTS, delayMs, wait: clock.wait, signal });
  } catch (error) {
    if (error instanceof ServiceError && !signal.aborted) return undefined;
    throw error;
  }
}
