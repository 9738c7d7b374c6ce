import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import { ServiceError, type ServiceName } from "../service-error.ts";
import { waitOrAbandon } from "./abandoned-calls.ts";
import { type FailedCall, isOfLivingHost } from "./breaker-of-host.ts";
import { type About, ended, noAnswer, notAsked, unexpectedStatus } from "./failures.ts";
import { followRedirects } from "./follow-redirects.ts";
import type { HostBreaker } from "./host-breaker.ts";
import type { HostPace, SlowDownInfo, Turn } from "./host-pace.ts";
import type { HttpOptions, RetryInfo } from "./http-options.ts";
import { eitherSignal } from "./limited-signal.ts";
import { asksForPause, isHostLimit } from "./pace-of-host.ts";
import { contentOf, type RequestBody } from "./request-body.ts";
import type { RequestSpec } from "./request-spec.ts";
import { DEFAULT_RETRY, type RetryOptions, retryDelayMs } from "./retry-delay.ts";
import type { HttpRequest } from "./send-once.ts";
import { type ServiceRequest, ServiceRequests } from "./service-requests.ts";
import { startDeadline } from "./time-limits.ts";
import type { ServiceAnswer, Transport } from "./transport.ts";
import { Tries } from "./tries.ts";

export type { CallOptions, HttpOptions, RetryInfo } from "./http-options.ts";
export type { RequestSpec } from "./request-spec.ts";
export type { RetryOptions } from "./retry-delay.ts";
export type { ServiceAnswer, Transport } from "./transport.ts";

/** Changes nothing, and any answer to it shows that the host is there. */
const BASE: RequestSpec = { method: "GET", path: "" };

/** One request with all its tries. */
interface Call extends ServiceRequest {
  readonly spec: RequestSpec;
  readonly tries: Tries;
  /** Undefined for a call that is also sent to a host that was found dead. */
  readonly breaker: HostBreaker | undefined;
  /** Ends the tries and the waits between them. */
  readonly signal: AbortSignal;
}

/** What services say that parse a compressed body as JSON, or find none of its parts in it. */
const UNREADABLE: ReadonlySet<string | undefined> = new Set([
  ...["invalid_json", "missing_params", "missing_or_invalid_source"],
  undefined,
]);

/** Whether a service refused a body without reading it (415: RFC 9110 section 15.5.16). Nothing was done then. */
function couldNotRead({ status, customCode }: ServiceError): boolean {
  return status === 415 || (status === 400 && UNREADABLE.has(customCode));
}

/** A client, or what the options put in its place. Otherwise as {@link HttpClient}. */
export function transportOf(options: HttpOptions, neutral?: RequestSpec): Transport {
  const client = new HttpClient(options, neutral);
  return options.through?.(client) ?? client;
}

/** One service at one base URL: retries transient failures; every failure is a {@link ServiceError}. */
export class HttpClient implements Transport {
  readonly #requests: ServiceRequests;
  readonly #deadlineMs: number;
  #takesGzip = true;
  readonly #retry: RetryOptions;
  readonly #onRetry: ((info: RetryInfo) => void) | undefined;
  readonly #pace: HostPace | undefined;
  readonly #onSlowDown: ((info: SlowDownInfo) => void) | undefined;
  readonly #breaker: HostBreaker | undefined;
  readonly #neutral: RequestSpec;

  /**
   * @param neutral A cheap request that changes nothing and names no contract: shows whether the host answers at all.
   * @throws VerifyContractError VC106, VC108
   */
  constructor(options: HttpOptions, neutral = BASE) {
    this.#requests = new ServiceRequests(options);
    this.#deadlineMs = options.deadlineMs ?? 300_000;
    this.#retry = { ...DEFAULT_RETRY, ...options.retry };
    this.#onRetry = options.onRetry;
    this.#pace = options.pace;
    this.#onSlowDown = options.onSlowDown;
    this.#breaker = options.breaker;
    this.#neutral = neutral;
  }

  get service(): ServiceName {
    return this.#requests.service;
  }

  /** The base URL without credentials, query and trailing slash; `***` for what looks like a key. */
  get url(): string {
    return this.#requests.url;
  }

  /** @throws ServiceError */
  async send(spec: RequestSpec): Promise<ServiceAnswer> {
    const content = await contentOf(spec, this.#takesGzip);
    try {
      return await this.#sendWith(content, spec);
    } catch (error) {
      const isCompressed = content?.headers["content-encoding"] !== undefined;
      if (!isCompressed || !(error instanceof ServiceError) || !couldNotRead(error)) throw error;
      this.#takesGzip = false;
      return await this.#sendWith(await contentOf(spec, false), spec);
    }
  }

  async #sendWith(content: RequestBody | undefined, spec: RequestSpec): Promise<ServiceAnswer> {
    const { request, about } = this.#requests.make(spec, content);
    const breaker = spec.insists === true ? undefined : this.#breaker;
    const dead = await breaker?.whyDead();
    if (dead !== undefined) throw notAsked(dead, { ...about, attempts: 0 }, performance.now());
    using deadline = startDeadline(this.#deadlineMs, spec.signal);
    // What may have arrived is not given up: its answer says whether it did.
    using watched = eitherSignal(deadline.signal, about.changesSomething ? undefined : breaker?.death);
    const { signal } = watched;
    const tries = new Tries(about.changesSomething, this.#retry, this.#pace);
    const startedAtMs = performance.now();
    try {
      return await this.#untilAnswered({ request, about, spec, tries, breaker, signal });
    } catch (cause) {
      if (!(cause instanceof ServiceError) && !signal.aborted) throw cause;
      const { count, isExhausted } = tries;
      const error =
        cause instanceof ServiceError ? cause : ended(signal.reason, { ...about, attempts: count }, false);
      if (spec.once !== true)
        await this.#tellBreaker({ error, startedAtMs, tries: count, isExhausted }, deadline.signal);
      throw error;
    }
  }

  #untilAnswered(call: Call): Promise<ServiceAnswer> {
    const { request, about, spec, tries, signal } = call;
    return pRetry(
      async (attempt) => {
        signal.throwIfAborted();
        const turn = await this.#pace?.turn(signal);
        tries.count = attempt;
        try {
          return await this.#tryOnce({ ...request, signal }, spec, { ...about, attempts: attempt }, turn);
        } finally {
          if (turn !== undefined) this.#pace?.ended();
        }
      },
      {
        retries: tries.mostRetries,
        // The wait is in `shouldRetry`, for p-retry's own does not know Retry-After.
        minTimeout: 0,
        shouldRetry: ({ error }) => error instanceof ServiceError && this.#waitToTryAgain(call, error),
      },
    );
  }

  /** Waits for the next try. @returns false where none may follow */
  async #waitToTryAgain(
    { about, spec, tries, breaker, signal }: Call,
    error: ServiceError,
  ): Promise<boolean> {
    if (spec.once === true) return false;
    // Others have tried a dead host as often already.
    if (!tries.mayFollow(error, performance.now()) || breaker?.isDead === true) return false;
    const attempt = tries.count;
    // What everybody is to wait for is waited for at the next turn, and not here as well.
    const pace = asksForPause(error) ? this.#pace : undefined;
    const delayMs = pace?.waitMs ?? retryDelayMs(attempt, this.#retry, error.retryAfterMs, Math.random());
    this.#onRetry?.({ ...about, attempt, delayMs, error });
    if (pace === undefined) await sleep(delayMs, undefined, { signal });
    return true;
  }

  /** Waits until it is known whether the host is dead, but not after the call's own end. */
  async #tellBreaker(failed: FailedCall, signal: AbortSignal): Promise<void> {
    const told = this.#breaker?.failed(failed, (limitMs) => this.#isThere(limitMs));
    if (told === undefined) return;
    try {
      await waitOrAbandon(told, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Whether the host answers the neutral request within the limit. */
  async #isThere(limitMs: number): Promise<boolean> {
    const spec = this.#neutral;
    const limits = { connectTimeoutMs: limitMs, requestTimeoutMs: limitMs };
    try {
      const { request, about } = this.#requests.make(spec, await contentOf(spec, false), limits);
      await this.#tryOnce(request, spec, { ...about, attempts: 1 }, undefined);
      return true;
    } catch (error) {
      return error instanceof ServiceError && isOfLivingHost(error);
    }
  }

  async #tryOnce(
    request: HttpRequest,
    { accept = [], failureOf = failureByStatus(accept) }: RequestSpec,
    about: About,
    turn: Turn | undefined,
  ): Promise<ServiceAnswer> {
    const answer = await followRedirects(request, about).catch((error: unknown) => {
      if (error instanceof ServiceError) throw error;
      if (request.signal?.aborted) throw ended(request.signal.reason, about, true);
      throw noAnswer(error, about);
    });
    const error = failureOf(answer, about);
    if (isOfLivingHost(error)) this.#breaker?.answered();
    if (turn !== undefined) this.#keepPace(turn, about.attempts, error);
    if (error !== undefined) throw error;
    return { ...answer, about };
  }

  /** What an answer says about the pace is for all, also when this call does not try again. */
  #keepPace(turn: Turn, attempts: number, error: ServiceError | undefined): void {
    if (error !== undefined && asksForPause(error)) {
      const { retryAfterMs } = error;
      const pauseMs = retryDelayMs(attempts, this.#retry, retryAfterMs, Math.random());
      const asked = { pauseMs, isRetryAfter: retryAfterMs !== undefined, isTooFast: isHostLimit(error) };
      const isNew = this.#pace?.pause(turn, asked);
      if (isNew) this.#onSlowDown?.({ host: this.#requests.host, waitMs: pauseMs });
    } else if ((error?.status ?? 0) < 500) {
      this.#pace?.served(turn);
    }
  }
}

/** An answer with another status than 2xx is a failure, but for those that the request accepts. */
export function failureByStatus(accept: readonly number[]): NonNullable<RequestSpec["failureOf"]> {
  return (answer, about) => {
    const isSuccess = answer.status >= 200 && answer.status <= 299;
    return isSuccess || accept.includes(answer.status) ? undefined : unexpectedStatus(answer, about);
  };
}
