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
import { checkedHeaders, checkedUrl } from "./http-settings.ts";
import { eitherSignal } from "./limited-signal.ts";
import { asksForPause, isHostLimit, MOST_UNCOUNTED_TRIES, usesUpTry } from "./pace-of-host.ts";
import { contentOf, type RequestBody } from "./request-body.ts";
import { DEFAULT_RETRY, type RetryOptions, retryDelayMs } from "./retry-delay.ts";
import type { HttpAnswer, HttpRequest } from "./send-once.ts";
import { shouldRetry } from "./should-retry.ts";
import { startDeadline, timeLimitMs } from "./time-limits.ts";
import { USER_AGENT } from "./user-agent.ts";
import { withoutCredentials } from "./without-credentials.ts";

export type { CallOptions, HttpOptions, RetryInfo } from "./http-options.ts";
export type { RetryOptions } from "./retry-delay.ts";

export interface RequestSpec {
  readonly method: "GET" | "POST";
  /** Below the base URL, with a leading slash, each segment already encoded; empty for the base URL itself. */
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly content?: { readonly bytes: Uint8Array; readonly type: string };
  /** For a POST that only reads: it may always be sent again. */
  readonly changesNothing?: boolean;
  /** Also sent to a host that was found dead: the caller limits the attempts itself. */
  readonly insists?: boolean;
  /** Statuses besides 2xx that are answers and not errors. */
  readonly accept?: readonly number[];
  /** What makes an answer a failure, in place of its status; it is tried again as any other. */
  readonly failureOf?: (answer: HttpAnswer, about: About) => ServiceError | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Of a service that does not take gzip: it has not looked at the content (RFC 9110 section 15.5.16). */
const UNSUPPORTED_MEDIA_TYPE = 415;

/** Changes nothing, and any answer to it shows that the host is there. */
const BASE: RequestSpec = { method: "GET", path: "" };

/** An answer, and the request that it answers. */
export interface ServiceAnswer extends HttpAnswer {
  readonly about: About;
}

/** One service at one base URL: retries transient failures; every failure is a {@link ServiceError}. */
export class HttpClient {
  readonly service: ServiceName;
  /** The base URL without credentials and without a trailing slash. */
  readonly url: string;
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #hidesPath: boolean;
  readonly #limits: Pick<HttpRequest, "connectTimeoutMs" | "requestTimeoutMs" | "maxResponseBytes">;
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
    const { base, authorization } = checkedUrl(options.url, options.service);
    this.service = options.service;
    this.url = withoutCredentials(base).replace(/\/+(?=\?|$)/, "");
    this.#base = base;
    this.#headers = checkedHeaders(options.service, {
      "user-agent": options.userAgent ?? USER_AGENT,
      accept: "application/json",
      ...(authorization === undefined ? {} : { authorization }),
      ...options.headers,
    });
    this.#hidesPath = options.hidesPath ?? false;
    this.#limits = {
      connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
      requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
      maxResponseBytes: options.maxResponseBytes ?? 64 * 1024 * 1024,
    };
    this.#deadlineMs = options.deadlineMs ?? 300_000;
    this.#retry = { ...DEFAULT_RETRY, ...options.retry };
    this.#onRetry = options.onRetry;
    this.#pace = options.pace;
    this.#onSlowDown = options.onSlowDown;
    this.#breaker = options.breaker;
    this.#neutral = neutral;
  }

  /** @throws ServiceError */
  async send(spec: RequestSpec): Promise<ServiceAnswer> {
    const content = await contentOf(spec, this.#takesGzip);
    try {
      return await this.#sendWith(content, spec);
    } catch (error) {
      const isCompressed = content?.headers["content-encoding"] !== undefined;
      const isRefused = error instanceof ServiceError && error.status === UNSUPPORTED_MEDIA_TYPE;
      if (!isCompressed || !isRefused) throw error;
      this.#takesGzip = false;
      return await this.#sendWith(await contentOf(spec, false), spec);
    }
  }

  async #sendWith(content: RequestBody | undefined, spec: RequestSpec): Promise<ServiceAnswer> {
    const breaker = spec.insists === true ? undefined : this.#breaker;
    const url = this.#urlOf(spec);
    const about = this.#aboutOf(spec, url);
    const { changesSomething } = about;
    const dead = await breaker?.whyDead();
    if (dead !== undefined) throw notAsked(dead, { ...about, attempts: 0 }, performance.now());
    using deadline = startDeadline(this.#deadlineMs, spec.signal);
    // What may have arrived is not given up: its answer says whether it did.
    using watched = eitherSignal(deadline.signal, changesSomething ? undefined : breaker?.death);
    const { signal } = watched;
    const request: HttpRequest = {
      ...this.#limits,
      requestTimeoutMs: timeLimitMs(this.#limits.requestTimeoutMs, content?.body),
      ...this.#messageOf(spec, url, content),
      freshConnection: changesSomething,
      signal,
    };
    const startedAtMs = performance.now();
    let attempts = 0;
    let earlier500s = 0;
    let used = 0;
    let limitCountedAtMs: number | undefined;

    const countsAsTry = (error: ServiceError): boolean => {
      if (this.#pace === undefined) return true;
      const nowMs = performance.now();
      const quietMs =
        limitCountedAtMs === undefined ? undefined : Math.min(nowMs - limitCountedAtMs, this.#pace.quietMs);
      const counts = usesUpTry(error, quietMs, this.#retry.maxDelayMs * 2);
      if (counts && isHostLimit(error)) limitCountedAtMs = nowMs;
      return counts;
    };

    const mayTryAgain = async (error: ServiceError): Promise<boolean> => {
      if (!shouldRetry(error, { changesSomething, earlier500s })) return false;
      if (error.status === 500) earlier500s++;
      if (countsAsTry(error)) used++;
      // Others have tried as often already.
      if (used >= this.#retry.attempts || breaker?.isDead === true) return false;
      // What everybody is to wait for is waited for at the next turn, and not here as well.
      const pace = asksForPause(error) ? this.#pace : undefined;
      const delayMs = pace?.waitMs ?? retryDelayMs(attempts, this.#retry, error.retryAfterMs, Math.random());
      this.#onRetry?.({ ...about, attempt: attempts, delayMs, error });
      if (pace === undefined) await sleep(delayMs, undefined, { signal });
      return true;
    };

    try {
      return await pRetry(
        async (attempt) => {
          signal.throwIfAborted();
          const turn = await this.#pace?.turn(signal);
          attempts = attempt;
          try {
            return await this.#tryOnce(request, spec, { ...about, attempts }, turn);
          } finally {
            if (turn !== undefined) this.#pace?.ended();
          }
        },
        {
          retries: Math.max(0, this.#retry.attempts - 1 + (this.#pace ? MOST_UNCOUNTED_TRIES : 0)),
          // The wait is in `shouldRetry`, for p-retry's own does not know Retry-After.
          minTimeout: 0,
          shouldRetry: ({ error }) => error instanceof ServiceError && mayTryAgain(error),
        },
      );
    } catch (cause) {
      if (!(cause instanceof ServiceError) && !signal.aborted) throw cause;
      const error =
        cause instanceof ServiceError ? cause : ended(signal.reason, { ...about, attempts }, false);
      const failed = { error, startedAtMs, tries: attempts, isExhausted: attempts >= this.#retry.attempts };
      await this.#tellBreaker(failed, deadline.signal);
      throw error;
    }
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
    const url = this.#urlOf(spec);
    const limits = { ...this.#limits, connectTimeoutMs: limitMs, requestTimeoutMs: limitMs };
    try {
      const message = this.#messageOf(spec, url, await contentOf(spec, false));
      await this.#tryOnce(
        { ...limits, ...message },
        spec,
        { ...this.#aboutOf(spec, url), attempts: 1 },
        undefined,
      );
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
      if (isNew) this.#onSlowDown?.({ host: this.#base.host, waitMs: pauseMs });
    } else if ((error?.status ?? 0) < 500) {
      this.#pace?.served(turn);
    }
  }

  #aboutOf({ method, changesNothing }: RequestSpec, url: URL) {
    return {
      service: this.service,
      method,
      url: this.#hidesPath ? url.origin : withoutCredentials(url),
      changesSomething: method === "POST" && changesNothing !== true,
    } satisfies Omit<About, "attempts">;
  }

  #messageOf({ method }: RequestSpec, url: URL, content: RequestBody | undefined) {
    return {
      method,
      url,
      headers: { ...this.#headers, ...content?.headers },
      ...(content === undefined ? {} : { body: content.body }),
    } satisfies Partial<HttpRequest>;
  }

  #urlOf({ path, query }: RequestSpec): URL {
    const url = new URL(this.#base);
    if (path !== "") url.pathname = url.pathname.replace(/\/+$/, "") + path;
    for (const [name, value] of query ?? []) url.searchParams.append(name, value);
    return url;
  }
}

function failureByStatus(accept: readonly number[]): NonNullable<RequestSpec["failureOf"]> {
  return (answer, about) => {
    const isSuccess = answer.status >= 200 && answer.status <= 299;
    return isSuccess || accept.includes(answer.status) ? undefined : unexpectedStatus(answer, about);
  };
}
