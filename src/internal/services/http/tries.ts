import { getErrorCode } from "../../text/file-reason.ts";
import type { ServiceError } from "../service-error.ts";
import { DeadlineError } from "./failures.ts";
import type { HostPace } from "./host-pace.ts";

export interface RetryOptions {
  /** The maximum number of attempts, including the first. @default 5 */
  readonly attempts: number;
  /** Milliseconds before the second attempt, before jitter. Doubles with each further attempt. @default 500 */
  readonly minDelayMs: number;
  /** The longest wait in milliseconds between attempts. @default 8000 */
  readonly maxDelayMs: number;
  /** The longest wait in milliseconds that a Retry-After header can request. @default 30000 */
  readonly maxRetryAfterMs: number;
}

export const DEFAULT_RETRY: RetryOptions = {
  attempts: 5,
  minDelayMs: 500,
  maxDelayMs: 8000,
  maxRetryAfterMs: 30_000,
};

/**
 * A small random delay is added to Retry-After, so clients with the same Retry-After don't all retry at once. Without
 * the header, the wait doubles, and half of it is random.
 *
 * @param random From 0 to 1.
 */
export function delayMs(
  attempt: number,
  { retryAfterMs }: Pick<ServiceError, "retryAfterMs">,
  { minDelayMs, maxDelayMs, maxRetryAfterMs }: RetryOptions,
  random: number,
): number {
  if (retryAfterMs !== undefined) {
    const spread = (random * minDelayMs) / 2;
    return Math.round(Math.min(maxRetryAfterMs, retryAfterMs + spread));
  }
  const full = Math.min(maxDelayMs, minDelayMs * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + random / 2));
}

const TRANSIENT = new Set([408, 425, 429, 502, 503, 504]);

const NOTHING_DONE = new Set([408, 425, 429, 503]);

/** Another submitter's job outlasts any retry delay, so the caller handles this case. */
const OTHER_JOB_RUNS = "duplicate_verification_request";

/** Unless the host requests no delay, the deadline ends a call long before this number is reached. */
const MAX_UNCOUNTED = 100;

/** The attempts for one call. All times come from a single monotonic clock. */
export class Tries {
  count = 0;
  readonly #changesSomething: boolean;
  readonly #retry: RetryOptions;
  readonly #pace: Pick<HostPace, "quietMs"> | undefined;
  #usedUp = 0;
  #had500 = false;
  #limitCountedAtMs: number | undefined;

  /** @param pace With a pace, a rate limit doesn't always use up an attempt. */
  constructor(changesSomething: boolean, retry: RetryOptions, pace?: Pick<HostPace, "quietMs">) {
    this.#changesSomething = changesSomething;
    this.#retry = retry;
    this.#pace = pace;
  }

  /** The maximum number of attempts, including the first. */
  get most(): number {
    return this.#retry.attempts + (this.#pace === undefined ? 0 : MAX_UNCOUNTED);
  }

  get isExhausted(): boolean {
    return this.count >= this.#retry.attempts;
  }

  /** Counts a failed attempt. Returns true if a retry is harmless and can help. */
  mayFollow(error: ServiceError, nowMs: number): boolean {
    if (!this.#canHelp(error)) return false;
    if (error.status === 500) this.#had500 = true;
    if (this.#usesUp(error, nowMs)) this.#usedUp++;
    return this.#usedUp < this.#retry.attempts;
  }

  #canHelp(error: ServiceError): boolean {
    if (error.customCode === OTHER_JOB_RUNS || error.cause instanceof DeadlineError) return false;
    const isHarmless = !(this.#changesSomething && error.mayHaveArrived);
    switch (error.kind) {
      case "unreachable":
        // A certificate that is rejected now will still be rejected in a second.
        return isHarmless && !/CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_/.test(getErrorCode(error.cause));
      case "timeout":
      case "busy":
      case "server-error":
      case "refused":
        if (error.status === undefined) return isHarmless;
        if (this.#changesSomething) return NOTHING_DONE.has(error.status);
        return TRANSIENT.has(error.status) || (error.status === 500 && !this.#had500);
      case "aborted":
      case "unusable":
        return false;
    }
  }

  /**
   * A rate limit is not the request's fault. After the first, a rate limit counts as a failed attempt only while the
   * host serves no requests, and then only once every 2 × `maxDelayMs`.
   */
  #usesUp(error: ServiceError, nowMs: number): boolean {
    if (this.#pace === undefined || !isHostLimit(error)) return true;
    const countedAtMs = this.#limitCountedAtMs;
    const everyMs = this.#retry.maxDelayMs * 2;
    const isUsed = countedAtMs === undefined || Math.min(nowMs - countedAtMs, this.#pace.quietMs) >= everyMs;
    if (isUsed) this.#limitCountedAtMs = nowMs;
    return isUsed;
  }
}

/** A refusal because another job for the contract is running isn't a rate limit. */
export function isHostLimit({ kind, status, customCode }: ServiceError): boolean {
  // A node may report a rate limit in a response with a different status.
  const isTooMuch = status === 429 || (kind === "busy" && status === undefined);
  return isTooMuch && customCode !== OTHER_JOB_RUNS;
}

/** True for a rate limit, and if the host announces when it will be available again. */
export function asksForPause(error: ServiceError): boolean {
  return isHostLimit(error) || (error.status === 503 && error.retryAfterMs !== undefined);
}

/** True if this request, or the one that found the host dead, was refused because nothing listens on the port. */
export function isRefusedConnection({ cause }: ServiceError): boolean {
  return [cause, (cause as Error | undefined)?.cause].some((each) => getErrorCode(each) === "ECONNREFUSED");
}
