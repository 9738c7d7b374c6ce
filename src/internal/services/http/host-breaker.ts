import {
  afterAnswer,
  afterDeath,
  afterProbe,
  type DeadHost,
  type FailedCall,
  type HostState,
  isProbeDue,
  NEVER_ASKED,
  showsDeath,
} from "./breaker-of-host.ts";

/** Milliseconds that a dead host has for an answer during a run, where other contracts wait for it. */
const PROBE_LIMIT_MS = 700;
/** The same where the answer decides for all: before a host counts as dead, and at the end of a run unless it was silent. */
const DECISIVE_LIMIT_MS = 3000;

/** Others found the host dead while a call was under way. */
export class HostDeadError extends Error {
  override readonly name = "HostDeadError";
  readonly dead: DeadHost;

  constructor(dead: DeadHost) {
    super(dead.reason);
    this.dead = dead;
  }
}

/**
 * Sends one harmless request; resolves with whether any answer came that a living host gives.
 *
 * @param limitMs Milliseconds for the answer.
 */
export type Probe = (limitMs: number) => Promise<boolean>;

/**
 * Whether one host answers, for all clients that share this object. After all attempts of one call and a harmless
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
  #state: HostState = NEVER_ASKED;
  #probe: Probe | undefined;
  #probing: Promise<boolean> | undefined;
  #confirming: Promise<boolean> | undefined;
  #death = new AbortController();

  get isDead(): boolean {
    return this.#state.dead !== undefined;
  }

  /** Aborted with a {@link HostDeadError} when the host is found dead; a new signal each time that it answers again. */
  get death(): AbortSignal {
    return this.#death.signal;
  }

  /** Why a request is not sent now; first tries a host that was found dead some time ago. */
  async whyDead(): Promise<DeadHost | undefined> {
    const { dead } = this.#state;
    if (dead !== undefined && isProbeDue(dead, performance.now())) await this.probe();
    return this.#state.dead;
  }

  /** The host answered, whatever it was. */
  answered(): void {
    this.#state = afterAnswer(performance.now());
    if (this.#death.signal.aborted) this.#death = new AbortController();
  }

  /**
   * A call failed for good. Unless its time ran out, one other request first shows whether the host is dead or only one
   * route of it fails.
   *
   * @param probe Shows whether the host answers, now and later.
   */
  async failed(call: FailedCall, probe: Probe): Promise<void> {
    if (!showsDeath(this.#state, call, performance.now())) return;
    if (call.error.kind !== "aborted") {
      if (await this.#isAlive(probe)) this.answered();
      // Others may have had an answer, or found the host dead, in the meantime.
      if (!showsDeath(this.#state, call, performance.now())) return;
    }
    this.#state = afterDeath(this.#state, call.error, performance.now());
    this.#probe = probe;
    if (this.#state.dead !== undefined) this.#death.abort(new HostDeadError(this.#state.dead));
  }

  /**
   * Tries a dead host once more, with time for a slow answer; one that was silent had that already, and a run against it
   * has to end. Resolves with whether it answers.
   */
  async isBack(): Promise<boolean> {
    return await this.probe(this.#state.dead?.isSilent === true ? PROBE_LIMIT_MS : DECISIVE_LIMIT_MS);
  }

  /** Tries a dead host once, even for concurrent callers. Resolves with whether it answers. */
  async probe(limitMs = PROBE_LIMIT_MS): Promise<boolean> {
    if (this.#state.dead === undefined || this.#probe === undefined) return true;
    this.#probing ??= this.#probe(limitMs)
      .then((isAlive) => {
        if (isAlive) this.answered();
        else this.#state = afterProbe(this.#state, performance.now());
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
}
