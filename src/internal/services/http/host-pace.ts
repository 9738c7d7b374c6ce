import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { untilAborted } from "./limited-signal.ts";

/** A longer wait is looked at again in between: the host may have become quicker. */
const LONGEST_SLEEP_MS = 1000;

/** When a request started, as far as it matters for what its answer says about the pace. */
export interface Turn {
  readonly round: number;
}

/** The event of a pause; sent once. */
export interface SlowDownInfo {
  /** Name and port, as in the URL. */
  readonly host: string;
  /** Milliseconds without requests to it. */
  readonly waitMs: number;
}

/**
 * The request rate to one host, for all clients that share this object. It is full speed, or that of a limit, until the
 * host answers 429. Then all requests pause, and later ones start at an interval, which good answers shorten again.
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
  /** Wakes the one that waits for another request to end. */
  #wake: () => void = () => {};
  readonly #oneAtATime = pLimit(1);

  /** Milliseconds between the starts of two requests at present; 0 for full speed. */
  get intervalMs(): number {
    return this.#pace.intervalMs;
  }

  /** Milliseconds since the host last served a request; Infinity if never. */
  get quietMs(): number {
    return performance.now() - this.#servedAtMs;
  }

  /** Milliseconds that a new request would wait now. */
  get waitMs(): number {
    const waiting = this.#oneAtATime.activeCount + this.#oneAtATime.pendingCount;
    return Math.round(msUntilStart(this.#pace, performance.now()) + waiting * this.#pace.intervalMs);
  }

  /** From now on the host is never asked more than this, also before it answers 429. */
  keepWithin({ requestsPerSecond, requestsAtOnce }: PaceLimit): void {
    this.#pace = { ...this.#pace, requestsPerSecond };
    this.#requestsAtOnce = requestsAtOnce;
    this.#wake();
  }

  /**
   * Waits until a request may start, in the order of asking. The caller has to say when it {@link ended}.
   *
   * @throws what the signal was aborted with
   */
  async turn(signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted();
    const started = this.#oneAtATime(() => this.#start(signal));
    try {
      // One that is aborted leaves at once, although its place comes up only later.
      return await untilAborted(started, signal);
    } catch (error) {
      started.then(
        () => this.ended(),
        () => {},
      );
      throw error;
    }
  }

  /** A request that had its turn is over, with an answer or without. */
  ended(): void {
    this.#underWay--;
    this.#wake();
  }

  /** The host served a request, or refused it for good. */
  served({ round }: Turn): void {
    this.#pace = afterServed(this.#pace, round);
    this.#servedAtMs = performance.now();
  }

  /** The host requested a pause. Returns whether it is a new one. */
  pause({ round }: Turn, asked: PauseAsked): boolean {
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
      await sleep(Math.min(Math.ceil(waitMs), LONGEST_SLEEP_MS), undefined, { signal });
    }
    this.#underWay++;
    this.#pace = afterStart(this.#pace, performance.now());
    return { round: this.#pace.round };
  }
}

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

/** The maximum rate of requests to a host, whatever it answers. */
export interface PaceLimit {
  /** The most requests that start in any second. */
  readonly requestsPerSecond: number;
  /** The most requests without an answer. */
  readonly requestsAtOnce: number;
}

/** A pause that a host requests. */
export interface PauseAsked {
  readonly pauseMs: number;
  /** True if the host itself said how long. */
  readonly isRetryAfter: boolean;
  /** True if a rate limit was exceeded, so that later requests must be slower. */
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
