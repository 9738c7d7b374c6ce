import type { ServiceError } from "../service-error.ts";
import type { HostPace } from "./host-pace.ts";
import { isHostLimit, MOST_UNCOUNTED_TRIES, usesUpTry } from "./pace-of-host.ts";
import type { RetryOptions } from "./retry-delay.ts";
import { shouldRetry } from "./should-retry.ts";

/** The tries of one call: how many there were, and whether another may follow. Times are of one monotonic clock. */
export class Tries {
  /** Begun so far. */
  count = 0;
  readonly #changesSomething: boolean;
  readonly #retry: RetryOptions;
  readonly #pace: Pick<HostPace, "quietMs"> | undefined;
  #usedUp = 0;
  #earlier500s = 0;
  #limitCountedAtMs: number | undefined;

  /** @param pace Of the host: with it, a rate limit does not use up a try each time. */
  constructor(changesSomething: boolean, retry: RetryOptions, pace: Pick<HostPace, "quietMs"> | undefined) {
    this.#changesSomething = changesSomething;
    this.#retry = retry;
    this.#pace = pace;
  }

  /** Most tries that may follow the first one. */
  get mostRetries(): number {
    const uncounted = this.#pace === undefined ? 0 : MOST_UNCOUNTED_TRIES;
    return Math.max(0, this.#retry.attempts - 1 + uncounted);
  }

  /** Whether the call had all the tries that are configured. */
  get isExhausted(): boolean {
    return this.count >= this.#retry.attempts;
  }

  /** Counts a failed try, and says whether another may follow. */
  mayFollow(error: ServiceError, nowMs: number): boolean {
    const earlier500s = this.#earlier500s;
    if (!shouldRetry(error, { changesSomething: this.#changesSomething, earlier500s })) return false;
    if (error.status === 500) this.#earlier500s++;
    if (this.#usesUp(error, nowMs)) this.#usedUp++;
    return this.#usedUp < this.#retry.attempts;
  }

  #usesUp(error: ServiceError, nowMs: number): boolean {
    if (this.#pace === undefined) return true;
    const countedAtMs = this.#limitCountedAtMs;
    const quietMs = countedAtMs === undefined ? undefined : Math.min(nowMs - countedAtMs, this.#pace.quietMs);
    const isUsed = usesUpTry(error, quietMs, this.#retry.maxDelayMs * 2);
    if (isUsed && isHostLimit(error)) this.#limitCountedAtMs = nowMs;
    return isUsed;
  }
}
