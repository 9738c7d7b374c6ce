import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { untilAborted } from "./limited-signal.ts";

/** The round in which a request started. */
export type Turn = number;

export interface SlowDownInfo {
  readonly host: string;
  readonly waitMs: number;
}

/**
 * The request rate to one host, shared by all clients that use this object. Requests start at full speed, or within a
 * limit, until the host answers 429. Then all requests pause, and later ones start at an interval, which successful
 * responses shorten again.
 *
 * @example
 * import { HostPace, QueryService, VerificationService } from "hardhat-verify-contract/services";
 *
 * const pace = new HostPace();
 * const query = new QueryService({ url: "https://verify.example.org/mirror", pace });
 * const verification = new VerificationService({ url: "https://verify.example.org", pace });
 * console.log(query.url, verification.url);
 */
export class HostPace {
  #pace: Pace = FULL_SPEED;
  #servedAtMs = -Infinity;
  #requestsAtOnce = Number.POSITIVE_INFINITY;
  #underWay = 0;
  /** Wakes the request that is waiting for another to end. */
  #wake: () => void = () => {};
  readonly #oneAtATime = pLimit(1);

  /** 0 for full speed. */
  get intervalMs(): number {
    return this.#pace.intervalMs;
  }

  /** Infinity if the host never served a request. */
  get quietMs(): number {
    return performance.now() - this.#servedAtMs;
  }

  get waitMs(): number {
    const waiting = this.#oneAtATime.activeCount + this.#oneAtATime.pendingCount;
    return Math.round(msUntilStart(this.#pace, performance.now()) + waiting * this.#pace.intervalMs);
  }

  /** Limits the request rate from now on, even before the host answers 429. */
  keepWithin({ requestsPerSecond, requestsAtOnce = Number.POSITIVE_INFINITY }: PaceLimit): void {
    this.#pace = { ...this.#pace, requestsPerSecond };
    this.#requestsAtOnce = requestsAtOnce;
    this.#wake();
  }

  /**
   * First come, first served. The caller must then call {@link ended}.
   *
   * @throws the signal's abort reason
   */
  async turn(signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted();
    const started = this.#oneAtATime(() => this.#start(signal));
    try {
      // An aborted request leaves the queue immediately, even if its turn hasn't come.
      return await untilAborted(started, signal);
    } catch (error) {
      started.then(
        () => this.ended(),
        () => {},
      );
      throw error;
    }
  }

  ended(): void {
    this.#underWay--;
    this.#wake();
  }

  /** Also called after a permanent refusal. */
  served(round: Turn): void {
    this.#pace = afterServed(this.#pace, round);
    this.#servedAtMs = performance.now();
  }

  /** Returns true if the pause is new. */
  pause(round: Turn, asked: PauseAsked): boolean {
    const before = this.#pace.round;
    this.#pace = afterPauseAsked(this.#pace, round, asked, performance.now());
    return this.#pace.round > before;
  }

  async #start(signal: AbortSignal): Promise<Turn> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#underWay >= this.#requestsAtOnce) {
        await untilAborted(new Promise<void>((resolve) => (this.#wake = resolve)), signal);
        continue;
      }
      const waitMs = msUntilStart(this.#pace, performance.now());
      if (waitMs === 0) break;
      await sleep(Math.ceil(waitMs), undefined, { signal });
    }
    this.#underWay++;
    this.#pace = afterStart(this.#pace, performance.now());
    return this.#pace.round;
  }
}

/** The request rate for a host. All times are in milliseconds on a single monotonic clock. */
export interface Pace {
  /** Milliseconds between the starts of two requests; 0 for full speed. */
  readonly intervalMs: number;
  readonly lastStartMs: number;
  readonly pausedUntilMs: number;
  /** The maximum number of requests that may start within a second; Infinity for no limit. */
  readonly requestsPerSecond: number;
  /** Start times in the last second, oldest first. Empty without a limit. */
  readonly startsMs: readonly number[];
  /** The number of pauses so far. A response counts only if its request started in the current round. */
  readonly round: number;
}

export interface PaceLimit {
  readonly requestsPerSecond: number;
  /** The maximum number of requests in flight. @default no limit */
  readonly requestsAtOnce?: number;
}

export interface PauseAsked {
  readonly pauseMs: number;
  /** True if the host specified the pause's length. */
  readonly isRetryAfter: boolean;
  /** True if a rate limit was exceeded, so later requests must be slower. */
  readonly isTooFast: boolean;
}

export const FULL_SPEED: Pace = {
  intervalMs: 0,
  lastStartMs: -Infinity,
  pausedUntilMs: -Infinity,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  startsMs: [],
  round: 0,
};

const SECOND_MS = 1000;
const FIRST_INTERVAL_MS = 250;
/**
 * With 4 concurrent requests and a random 429 in half of the responses, a simulated host served three times as many
 * requests with a maximum of 2 s as with one of 8 s.
 */
const MAX_INTERVAL_MS = 2000;
/** A process never sends more than 200 requests per second. */
const SHORTEST_INTERVAL_MS = 5;

const RECOVERY = 0.9;

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
 * If several running requests get the same response, the pace slows only once, and the pause is extended only if the
 * host specified its length.
 */
export function afterPauseAsked(pace: Pace, round: number, asked: PauseAsked, nowMs: number): Pace {
  const pausedUntilMs = Math.max(pace.pausedUntilMs, nowMs + asked.pauseMs);
  if (round < pace.round) return asked.isRetryAfter ? { ...pace, pausedUntilMs } : pace;
  const next = { ...pace, pausedUntilMs, round: pace.round + 1 };
  if (!asked.isTooFast) return next;
  const doubled = Math.min(MAX_INTERVAL_MS, Math.max(FIRST_INTERVAL_MS, pace.intervalMs * 2));
  return { ...next, intervalMs: doubled };
}

/** The response to a request that started before a pause doesn't affect the pace after that pause. */
export function afterServed(pace: Pace, round: number): Pace {
  if (round < pace.round || pace.intervalMs === 0) return pace;
  const intervalMs = pace.intervalMs * RECOVERY;
  return { ...pace, intervalMs: intervalMs < SHORTEST_INTERVAL_MS ? 0 : intervalMs };
}
