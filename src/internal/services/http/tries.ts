import { codeOf } from "../../text/file-reason.ts";
import type { ServiceError } from "../service-error.ts";
import { DeadlineError } from "./failures.ts";
import type { HostPace } from "./host-pace.ts";

/** When a request is tried again, and how long it waits before that. */
export interface RetryOptions {
  /** How often a request is tried in all, the first time included. @default 5 */
  readonly attempts: number;
  /** Milliseconds before the second try, before jitter; doubled for each further one. @default 500 */
  readonly minDelayMs: number;
  /** The longest wait in milliseconds that is chosen here. @default 8000 */
  readonly maxDelayMs: number;
  /** The longest wait in milliseconds that a Retry-After header can ask for. @default 30000 */
  readonly maxRetryAfterMs: number;
}

export const DEFAULT_RETRY: RetryOptions = {
  attempts: 5,
  minDelayMs: 500,
  maxDelayMs: 8000,
  maxRetryAfterMs: 30_000,
};

/**
 * Milliseconds to wait after the try number `attempt` (from 1) failed.
 *
 * A Retry-After is authoritative up to its cap, plus a little, so that clients with the same Retry-After don't return at
 * the same time. Otherwise the wait doubles, and half of it is random.
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

/** Statuses after which the service did not process the request. */
const NOTHING_DONE = new Set([408, 425, 429, 503]);

/** Another submitter's job lasts longer than any wait here, so the caller decides. */
const OTHER_JOB_RUNS = "duplicate_verification_request";

/** Tries of one call that do not count; its deadline ends it long before, unless the host asks for no wait at all. */
const MOST_UNCOUNTED = 100;

/** The tries of one call: how many there were, and whether another may follow. Times are of one monotonic clock. */
export class Tries {
  /** Begun so far. */
  count = 0;
  readonly #changesSomething: boolean;
  readonly #retry: RetryOptions;
  readonly #pace: Pick<HostPace, "quietMs"> | undefined;
  #usedUp = 0;
  #had500 = false;
  #limitCountedAtMs: number | undefined;

  /**
   * @param changesSomething A request that changes something at the service is not sent again when it may have arrived.
   * @param pace Of the host: with it, a rate limit does not use up a try each time.
   */
  constructor(changesSomething: boolean, retry: RetryOptions, pace?: Pick<HostPace, "quietMs">) {
    this.#changesSomething = changesSomething;
    this.#retry = retry;
    this.#pace = pace;
  }

  /** The most there may be, the first included. */
  get most(): number {
    return this.#retry.attempts + (this.#pace === undefined ? 0 : MOST_UNCOUNTED);
  }

  /** True if the call had all the tries that are configured. */
  get isExhausted(): boolean {
    return this.count >= this.#retry.attempts;
  }

  /** Counts a failed try. Returns whether sending the same request again can help and is harmless. */
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
        // A certificate that is not accepted now will not be accepted in a second.
        return isHarmless && !/CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_/.test(codeOf(error.cause));
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
   * A rate limit is not the fault of its request, and a waiting request may meet it often: after the first, it counts
   * only while the host serves no request, once in twice the longest delay.
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

/** True if a failure is a rate limit of the host. Another running job for the same contract is not one. */
export function isHostLimit({ kind, status, customCode }: ServiceError): boolean {
  // A node also says it in an answer whose status is another.
  const isTooMuch = status === 429 || (kind === "busy" && status === undefined);
  return isTooMuch && customCode !== OTHER_JOB_RUNS;
}

/** True if a failure pauses all requests: a rate limit, or a host that says when it will serve again. */
export function asksForPause(error: ServiceError): boolean {
  return isHostLimit(error) || (error.status === 503 && error.retryAfterMs !== undefined);
}

/** True if nothing listens at the host's port, by this request or by the one that found the host dead. */
export function isRefusedConnection({ cause }: ServiceError): boolean {
  return [cause, (cause as Error | undefined)?.cause].some((each) => codeOf(each) === "ECONNREFUSED");
}
