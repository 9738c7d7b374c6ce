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
export const PROBE_LIMIT_MS = 900;

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
 * Whether one host answers, for everybody of a run who shares this object. Once all tries of a call have failed, the
 * calls after it fail at once, instead of each trying as often; every few seconds the host is tried once more.
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

  /** Aborted with a {@link HostDeadError} when the host is found dead; another one each time that it is back. */
  get death(): AbortSignal {
    return this.#death.signal;
  }

  /** Why a request would not be sent now; a host that was found dead some time ago is tried first. */
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
   * @param probe What shows whether the host is there again.
   */
  failed(call: FailedCall, probe: Probe): void {
    const nowMs = performance.now();
    if (!showsDeath(this.#state, call, nowMs)) return;
    this.#state = afterDeath(this.#state, call.error.reason, nowMs);
    this.#probe = probe;
    if (this.#state.dead !== undefined) this.#death.abort(new HostDeadError(this.#state.dead));
  }

  /** Tries a dead host once, whoever asks for it at the same time. Whether it answers. */
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
