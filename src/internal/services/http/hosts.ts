import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { getOrAdd } from "../../text/memoize.ts";
import type { ServiceError } from "../service-error.ts";
import { untilAborted } from "./limited-signal.ts";

/** The time a dead host has to answer a probe during a run. Short, because other contracts are waiting. */
const PROBE_LIMIT_MS = 700;
/** The limit for the probe that finds a host dead, and at the end of a run unless the host was silent. */
const DECISIVE_LIMIT_MS = 3000;
const PROBE_EVERY_MS = 5000;
/** If a host has answered before, an aborted call shorter than this doesn't mean that it is dead. */
const SLOW_MS = 10_000;
/** The equivalent limit for a host that has never answered. */
const NEVER_ANSWERED_MS = 1000;

/** A host that did not answer. Times come from one monotonic clock. */
export interface DeadHost {
  readonly reason: string;
  /** True if the host accepts connections but doesn't answer, so each attempt takes the full time limit. */
  readonly isSilent: boolean;
  readonly foundAtMs: number;
  readonly cause: unknown;
}

/** The abort reason for a call that was in flight when other requests showed that the host was dead. */
export class HostDeadError extends Error {
  override readonly name = "HostDeadError";
  readonly dead: DeadHost;

  constructor(dead: DeadHost) {
    super(dead.reason, { cause: dead.cause });
    this.dead = dead;
  }
}

export interface FailedCall {
  readonly error: ServiceError;
  readonly startedAtMs: number;
  readonly tries: {
    readonly count: number;
    readonly isExhausted: boolean;
  };
}

/** Sends one harmless request. Resolves with true if a live host answered within the limit. */
type Probe = (limitMs: number) => Promise<boolean>;

/**
 * The health of one host, shared by all clients that use this object. Once all attempts of a call have failed, and then
 * a harmless request too, later calls fail immediately instead of retrying. Every few seconds, one call tries the host
 * again.
 *
 * @example
 * import { HostBreaker, VerificationService } from "hardhat-verify-contract/services";
 *
 * const breaker = new HostBreaker();
 * const service = new VerificationService({ url: "http://127.0.0.1:5555", breaker });
 * console.log(service.url, breaker.isDead);
 */
export class HostBreaker {
  #answeredAtMs = -Infinity;
  #dead: DeadHost | undefined;
  #probedAtMs = -Infinity;
  #probe: Probe | undefined;
  #probing: Promise<boolean> | undefined;
  #death = new AbortController();

  get isDead(): boolean {
    return this.#dead !== undefined;
  }

  get hasAnswered(): boolean {
    return this.#answeredAtMs !== -Infinity;
  }

  /** Aborted with a {@link HostDeadError}. Replaced by a new signal whenever the host answers again. */
  get death(): AbortSignal {
    return this.#death.signal;
  }

  /** Probes a dead host first if the last probe was a while ago. */
  async whyDead(): Promise<DeadHost | undefined> {
    if (this.isDead && performance.now() - this.#probedAtMs >= PROBE_EVERY_MS) await this.probe();
    return this.#dead;
  }

  answered(): void {
    this.#answeredAtMs = performance.now();
    this.#dead = undefined;
    if (this.#death.signal.aborted) this.#death = new AbortController();
  }

  /** Unless the call ran out of time, a probe first determines whether the host is dead or only one route fails. */
  async failed(call: FailedCall, probe: Probe): Promise<void> {
    const { kind, reason, cause } = call.error;
    if (!this.#isDeadBy(call)) return;
    if (kind !== "aborted") {
      if (await this.#ask(probe, DECISIVE_LIMIT_MS)) this.answered();
      // During the probe, another request may have got a response or found the host dead.
      if (!this.#isDeadBy(call)) return;
    }
    this.#probe = probe;
    this.#probedAtMs = performance.now();
    this.#dead = {
      // A call that ended at its own deadline got no response.
      reason: kind === "aborted" ? "no response arrived in time" : reason,
      isSilent: kind === "aborted" || kind === "timeout",
      foundAtMs: this.#probedAtMs,
      cause,
    };
    this.#death.abort(new HostDeadError(this.#dead));
  }

  /** A silent host has already had time for a slow response, so the run must not wait as long again. */
  async isBack(): Promise<boolean> {
    return await this.probe(this.#dead?.isSilent === true ? PROBE_LIMIT_MS : DECISIVE_LIMIT_MS);
  }

  async probe(limitMs = PROBE_LIMIT_MS): Promise<boolean> {
    if (!this.isDead || this.#probe === undefined) return true;
    const isAlive = await this.#ask(this.#probe, limitMs);
    if (isAlive) this.answered();
    else this.#probedAtMs = performance.now();
    return isAlive;
  }

  /** One probe serves all concurrent callers. */
  async #ask(probe: Probe, limitMs: number): Promise<boolean> {
    this.#probing ??= probe(limitMs).finally(() => {
      this.#probing = undefined;
    });
    return await this.#probing;
  }

  /** All attempts failed or the time ran out, and no other request was answered in the meantime. */
  #isDeadBy({ error, startedAtMs, tries }: FailedCall): boolean {
    const answeredAtMs = this.#answeredAtMs;
    if (this.isDead || tries.count === 0 || answeredAtMs >= startedAtMs) return false;
    switch (error.kind) {
      case "unreachable":
      case "timeout":
        return tries.isExhausted;
      case "server-error":
        return tries.isExhausted && isFromGateway(error);
      case "aborted":
        return performance.now() - startedAtMs >= (this.hasAnswered ? SLOW_MS : NEVER_ANSWERED_MS);
      case "busy":
      case "refused":
      case "unusable":
        return false;
    }
  }
}

export function isFromLivingHost(error: ServiceError | undefined): boolean {
  if (error === undefined) return true;
  return error.kind !== "unreachable" && error.kind !== "timeout" && !isFromGateway(error);
}

const GATEWAY_STATUSES: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** A service's own error body shows that the host is alive, regardless of the status. */
function isFromGateway({ status, customCode }: ServiceError): boolean {
  return GATEWAY_STATUSES.has(status) && customCode === undefined;
}

/** One breaker per host, for a run or for one chain of a run. */
export class HostBreakers {
  readonly #byOrigin = new Map<string, HostBreaker>();
  readonly #runBreakers: HostBreakers | undefined;

  /** @param runBreakers The run's breakers, which all chains that use the same host share. */
  constructor(runBreakers?: HostBreakers) {
    this.#runBreakers = runBreakers;
  }

  of(url: string): HostBreaker {
    // Invalid URLs are reported later, by the client.
    const origin = URL.parse(url)?.origin ?? url;
    return getOrAdd(this.#byOrigin, origin, () => this.#runBreakers?.of(url) ?? new HostBreaker());
  }

  get isAnyDead(): boolean {
    return [...this.#byOrigin.values()].some(({ isDead }) => isDead);
  }

  async areAllBack(): Promise<boolean> {
    const answers = await Promise.all([...this.#byOrigin.values()].map((breaker) => breaker.isBack()));
    return answers.every(Boolean);
  }
}

/** The round in which a request started. */
export type Round = number;

export interface SlowDownInfo {
  readonly host: string;
  readonly waitMs: number;
}

/**
 * The request rate to one host, shared by all clients that use this object. Requests start at full speed, or within a
 * limit, until the host answers 429. Then all requests pause. Later ones are spaced at an interval, which successful
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
  /** Times are in milliseconds on one monotonic clock. */
  #intervalMs = 0;
  #lastStartMs = -Infinity;
  #pausedUntilMs = -Infinity;
  #servedAtMs = -Infinity;
  #requestsPerSecond = Number.POSITIVE_INFINITY;
  /** The times of the starts in the last second, oldest first. Empty if there is no limit. */
  #startsMs: readonly number[] = [];
  /** The number of pauses so far. A response counts only if its request started in the current round. */
  #round: Round = 0;
  readonly #underWay = pLimit(Number.POSITIVE_INFINITY);
  readonly #oneAtATime = pLimit(1);

  /** The minimum time between the starts of two requests; 0 for full speed. */
  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** Infinity if the host never served a request. */
  get quietMs(): number {
    return performance.now() - this.#servedAtMs;
  }

  get waitMs(): number {
    const { activeCount, pendingCount } = this.#oneAtATime;
    const waiting = activeCount + pendingCount + this.#underWay.pendingCount;
    return Math.round(this.#getMsUntilStart() + waiting * this.#intervalMs);
  }

  /** Limits the request rate from now on, even before the host answers 429. */
  keepWithin({ requestsPerSecond, requestsAtOnce = Number.POSITIVE_INFINITY }: PaceLimit): void {
    this.#requestsPerSecond = requestsPerSecond;
    this.#underWay.concurrency = requestsAtOnce;
  }

  /**
   * Sends a request in its turn: first come, first served.
   *
   * @throws the signal's abort reason if it is aborted before that
   */
  async run<T>(send: (round: Round) => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    let isSent = false;
    const answer = this.#underWay(async () => {
      const round = await this.#oneAtATime(() => this.#start(signal));
      isSent = true;
      return await send(round);
    });
    // An aborted request leaves the queue immediately, even if its turn hasn't come.
    return await untilAborted(answer, signal).catch((error) => {
      if (isSent) return answer;
      throw error;
    });
  }

  /**
   * Also called after a permanent refusal. The response to a request that started before a pause doesn't affect the
   * pace after that pause.
   */
  served(round: Round): void {
    this.#servedAtMs = performance.now();
    if (round < this.#round) return;
    const intervalMs = this.#intervalMs * RECOVERY;
    this.#intervalMs = intervalMs < SHORTEST_INTERVAL_MS ? 0 : intervalMs;
  }

  /**
   * If several running requests get the same response, the pace slows only once, and the pause is extended only if the
   * host specified its length. Returns true if the pause is new.
   */
  pause(round: Round, { pauseMs, isRetryAfter, isTooFast }: PauseAsked): boolean {
    const isNew = round >= this.#round;
    if (isNew || isRetryAfter)
      this.#pausedUntilMs = Math.max(this.#pausedUntilMs, performance.now() + pauseMs);
    if (!isNew) return false;
    this.#round++;
    if (isTooFast)
      this.#intervalMs = Math.min(MAX_INTERVAL_MS, Math.max(FIRST_INTERVAL_MS, this.#intervalMs * 2));
    return true;
  }

  async #start(signal: AbortSignal): Promise<Round> {
    for (;;) {
      signal.throwIfAborted();
      const waitMs = this.#getMsUntilStart();
      if (waitMs === 0) break;
      await sleep(Math.ceil(waitMs), undefined, { signal });
    }
    const nowMs = performance.now();
    this.#lastStartMs = nowMs;
    if (this.#requestsPerSecond !== Number.POSITIVE_INFINITY)
      this.#startsMs = [...this.#startsMs.filter((startMs) => startMs > nowMs - SECOND_MS), nowMs];
    return this.#round;
  }

  #getMsUntilStart(): number {
    const oldestMs = this.#startsMs.at(-this.#requestsPerSecond) ?? -Infinity;
    const startMs = Math.max(this.#pausedUntilMs, this.#lastStartMs + this.#intervalMs, oldestMs + SECOND_MS);
    return Math.max(0, startMs - performance.now());
  }
}

export interface PaceLimit {
  readonly requestsPerSecond: number;
  /** The maximum number of requests in flight. @default no limit */
  readonly requestsAtOnce?: number;
}

interface PauseAsked {
  readonly pauseMs: number;
  /** True if the host specified the length of the pause. */
  readonly isRetryAfter: boolean;
  /** True if a rate limit was exceeded, so later requests must be slower. */
  readonly isTooFast: boolean;
}

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
