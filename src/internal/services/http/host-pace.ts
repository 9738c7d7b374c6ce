import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";

import { untilAborted } from "./limited-signal.ts";
import {
  afterPauseAsked,
  afterServed,
  afterStart,
  FULL_SPEED,
  msUntilStart,
  type Pace,
  type PaceLimit,
  type PauseAsked,
} from "./pace-of-host.ts";

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
