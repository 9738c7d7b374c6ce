import type { ServiceError } from "../service-error.ts";

/** Milliseconds that a dead host has for an answer during a run, where other contracts wait for it. */
const PROBE_LIMIT_MS = 700;
/** The same where the answer decides for all: before a host counts as dead, and at the end of a run unless it was silent. */
const DECISIVE_LIMIT_MS = 3000;
/** The interval of attempts on a dead host during a run. */
const PROBE_EVERY_MS = 5000;
/** How long a host that answered before may be slow. */
const SLOW_MS = 10_000;
/** A host that never answered gets less time. */
const NEVER_ANSWERED_MS = 1000;

/** A host that did not answer. Times are of one monotonic clock. */
export interface DeadHost {
  /** Why it counts as dead, in a few words. */
  readonly reason: string;
  /** True if it took connections and gave no answer: each attempt then takes all the time there is. */
  readonly isSilent: boolean;
  readonly foundAtMs: number;
  /** The error of the connection, if there is one. */
  readonly cause: unknown;
}

/** Others found the host dead while a call was under way. */
export class HostDeadError extends Error {
  override readonly name = "HostDeadError";
  readonly dead: DeadHost;

  constructor(dead: DeadHost) {
    super(dead.reason, { cause: dead.cause });
    this.dead = dead;
  }
}

interface FailedCall {
  readonly error: ServiceError;
  readonly startedAtMs: number;
  readonly tries: {
    /** How often it was sent. */
    readonly count: number;
    /** True if that is as often as it may be. */
    readonly isExhausted: boolean;
  };
}

/**
 * Sends one harmless request; resolves with whether any answer came that a living host gives.
 *
 * @param limitMs Milliseconds for the answer.
 */
type Probe = (limitMs: number) => Promise<boolean>;

/**
 * The health of one host, for all clients that share this object. After all attempts of one call and a harmless
 * request failed, later calls fail at once instead of retrying; every few seconds one call tries the host again.
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
  #confirming: Promise<boolean> | undefined;
  #death = new AbortController();

  get isDead(): boolean {
    return this.#dead !== undefined;
  }

  /** True if the host ever answered anything. */
  get hasAnswered(): boolean {
    return this.#answeredAtMs !== -Infinity;
  }

  /** Aborted with a {@link HostDeadError} when the host is found dead; a new signal each time that it answers again. */
  get death(): AbortSignal {
    return this.#death.signal;
  }

  /** Why a request is not sent now; first tries a host that was found dead some time ago. */
  async whyDead(): Promise<DeadHost | undefined> {
    if (this.isDead && performance.now() - this.#probedAtMs >= PROBE_EVERY_MS) await this.probe();
    return this.#dead;
  }

  /** The host answered, whatever it was. */
  answered(): void {
    this.#answeredAtMs = performance.now();
    this.#dead = undefined;
    if (this.#death.signal.aborted) this.#death = new AbortController();
  }

  /**
   * A call failed for good. Unless its time ran out, one other request first shows whether the host is dead or only one
   * route of it fails.
   *
   * @param probe Shows whether the host answers, now and later.
   */
  async failed(call: FailedCall, probe: Probe): Promise<void> {
    const { kind, reason, cause } = call.error;
    if (!this.#isDeadBy(call)) return;
    if (kind !== "aborted") {
      if (await this.#isAlive(probe)) this.answered();
      // Others may have had an answer, or found the host dead, in the meantime.
      if (!this.#isDeadBy(call)) return;
    }
    this.#probe = probe;
    this.#probedAtMs = performance.now();
    this.#dead = {
      // A call that its own deadline ended got no answer.
      reason: kind === "aborted" ? "no answer came in time" : reason,
      isSilent: kind === "aborted" || kind === "timeout",
      foundAtMs: this.#probedAtMs,
      cause,
    };
    this.#death.abort(new HostDeadError(this.#dead));
  }

  /**
   * Tries a dead host once more, with time for a slow answer; one that was silent had that already, and a run against it
   * has to end. Resolves with whether it answers.
   */
  async isBack(): Promise<boolean> {
    return await this.probe(this.#dead?.isSilent === true ? PROBE_LIMIT_MS : DECISIVE_LIMIT_MS);
  }

  /** Tries a dead host once, even for concurrent callers. Resolves with whether it answers. */
  async probe(limitMs = PROBE_LIMIT_MS): Promise<boolean> {
    if (!this.isDead || this.#probe === undefined) return true;
    this.#probing ??= this.#probe(limitMs)
      .then((isAlive) => {
        if (isAlive) this.answered();
        else this.#probedAtMs = performance.now();
        return isAlive;
      })
      .finally(() => {
        this.#probing = undefined;
      });
    return await this.#probing;
  }

  /** One request for all calls that failed meanwhile. */
  async #isAlive(probe: Probe): Promise<boolean> {
    this.#confirming ??= probe(DECISIVE_LIMIT_MS).finally(() => {
      this.#confirming = undefined;
    });
    return await this.#confirming;
  }

  /**
   * True if the host is dead, and not only this request unlucky: all its attempts failed, or its time ran out, and no
   * other request got an answer meanwhile.
   */
  #isDeadBy({ error, startedAtMs, tries }: FailedCall): boolean {
    const answeredAtMs = this.#answeredAtMs;
    if (this.isDead || tries.count === 0 || answeredAtMs >= startedAtMs) return false;
    switch (error.kind) {
      case "unreachable":
      case "timeout":
        return tries.isExhausted;
      case "server-error":
        return tries.isExhausted && isOfGateway(error);
      case "aborted":
        return performance.now() - startedAtMs >= (this.hasAnswered ? SLOW_MS : NEVER_ANSWERED_MS);
      case "busy":
      case "refused":
      case "unusable":
        return false;
    }
  }
}

/** True if the host itself answered, not a gateway in front of it. */
export function isOfLivingHost(error: ServiceError | undefined): boolean {
  if (error === undefined) return true;
  return error.kind !== "unreachable" && error.kind !== "timeout" && !isOfGateway(error);
}

/** A gateway in front of a missing service answers with these. */
const GATEWAY_STATUSES: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** The service's own error body comes from a host that is there, whatever the status. */
function isOfGateway({ status, customCode }: ServiceError): boolean {
  return GATEWAY_STATUSES.has(status) && customCode === undefined;
}

/** One breaker for each host of a run, or of what one chain of a run asks. */
export class HostBreakers {
  readonly #byOrigin = new Map<string, HostBreaker>();
  readonly #ofRun: HostBreakers | undefined;

  /** @param ofRun Where several chains ask one host, they share its breaker. */
  constructor(ofRun?: HostBreakers) {
    this.#ofRun = ofRun;
  }

  of(url: string): HostBreaker {
    // The client reports invalid URLs.
    const origin = URL.parse(url)?.origin ?? url;
    const breaker = this.#byOrigin.get(origin) ?? this.#ofRun?.of(url) ?? new HostBreaker();
    this.#byOrigin.set(origin, breaker);
    return breaker;
  }

  /** True if any host was found dead and has not answered since. */
  get isAnyDead(): boolean {
    return this.#dead().length > 0;
  }

  /** Tries each dead host once more. Resolves with whether all of them answer. */
  async areAllBack(): Promise<boolean> {
    const answers = await Promise.all(this.#dead().map((breaker) => breaker.isBack()));
    return answers.every(Boolean);
  }

  #dead(): readonly HostBreaker[] {
    return [...this.#byOrigin.values()].filter(({ isDead }) => isDead);
  }
}
