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

/** Milliseconds that a dead host has for an answer. */
export const PROBE_LIMIT_MS = 700;

/** Others found the host dead while a call was under way. */
export class HostDeadError extends Error {
  override readonly name = "HostDeadError";
  readonly dead: DeadHost;

  constructor(dead: DeadHost) {
    super(dead.reason);
    this.dead = dead;
  }
}

/** Sends one harmless request; resolves with whether any answer came that a living host gives. */
export type Probe = () => Promise<boolean>;

/**
 * Whether one host answers, for all clients that share this object. After all attempts of one call failed, later calls
 * fail at once instead of retrying; every few seconds one call tries the host again.
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
   * A call failed for good.
   *
   * @param probe Shows whether the host answers again.
   */
  failed(call: FailedCall, probe: Probe): void {
    const nowMs = performance.now();
    if (!showsDeath(this.#state, call, nowMs)) return;
    this.#state = afterDeath(this.#state, call.error.reason, nowMs);
    this.#probe = probe;
    if (this.#state.dead !== undefined) this.#death.abort(new HostDeadError(this.#state.dead));
  }

  /** Tries a dead host once, even for concurrent callers. Resolves with whether it answers. */
  async probe(): Promise<boolean> {
    if (this.#state.dead === undefined || this.#probe === undefined) return true;
    this.#probing ??= this.#probe()
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
}
