import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { TOOL } from "../../domain/tool.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { HIDDEN, isSecretName } from "../../text/key-like.ts";
import { retry } from "../retry.ts";
import { ServiceError, type ServiceName } from "../service-error.ts";
import { type HttpRequest, sendOnce } from "./exchange.ts";
import {
  type About,
  asksForPause,
  DEFAULT_RETRY,
  DeadlineError,
  delayMs,
  ended,
  isHostLimit,
  isRefusedConnection,
  noAnswer,
  type RetryOptions,
  type ServiceAnswer,
  skippedError,
  Tries,
  unexpectedStatus,
  unusableAnswer,
} from "./failures.ts";
import {
  type FailedCall,
  type HostBreaker,
  type HostPace,
  isFromLivingHost,
  type Round,
  type SlowDownInfo,
} from "./hosts.ts";
import { limitedSignal, waitOrAbandon } from "./limited-signal.ts";
import { findProxy, formatBaseUrl, getAuthorization, isLoopback, withoutCredentials } from "./urls.ts";

// An `import` would read every export of the module, which would load Node's own fetch and WebSocket and take 35 ms.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule("node:http");

export interface RetryInfo {
  readonly service: ServiceName;
  readonly method: string;
  /** Without credentials. */
  readonly url: string;
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: ServiceError;
}

export interface HttpOptions {
  /** Base URL, http or https, with or without a trailing slash. Credentials in it become an Authorization header. */
  readonly url: string;
  readonly service: ServiceName;
  /** Sent with each request. Never printed, and never sent to another origin. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds allowed for one attempt, from connecting to the last byte of headers and body. A request with a body
   * gets an extra second for each 64 KiB, so it doesn't time out on a slow connection. @default 30000
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Milliseconds allowed for one call, including all attempts and the waits between them. @default 300000 */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds allowed for connecting. @default 10000 */
  readonly connectTimeoutMs?: number | undefined;
  /** The largest accepted response, in bytes after decompression. @default 67108864 (64 MiB) */
  readonly maxResponseBytes?: number | undefined;
  /** The number of attempts and the waits between them. Omitted fields keep their defaults. */
  readonly retry?: Partial<RetryOptions> | undefined;
  /** Called for each failed attempt that is followed by another. */
  readonly onRetry?: ((info: RetryInfo) => void) | undefined;
  /**
   * Shared by the clients of one host. A 429 to any client pauses and then slows all of them. It counts as a failed
   * attempt only while the host serves no requests, and then only once every 2 × `maxDelayMs`. @default none: each
   * request waits on its own
   */
  readonly pace?: HostPace | undefined;
  /** Called once for each pause triggered by a response to this client. Requires `pace`. */
  readonly onSlowDown?: ((info: SlowDownInfo) => void) | undefined;
  /** True if the path is secret. Errors then contain only the origin. @default false */
  readonly hidesPath?: boolean | undefined;
  /**
   * Shared by the clients of one host during a run. Once all attempts of a call have failed, all clients' calls
   * fail immediately until the host answers again. @default none: each call retries on its own
   */
  readonly breaker?: HostBreaker | undefined;
  /** @default `hardhat-verify-contract/<version>` */
  readonly userAgent?: string | undefined;
  /** Wraps the transport, to observe requests and responses or to respond in its place. @default none */
  readonly through?: ((transport: Transport) => Transport) | undefined;
}

export interface CallOptions {
  /** Aborts the request or a wait between attempts. */
  readonly signal?: AbortSignal | undefined;
}

export interface RequestSpec {
  readonly method: "GET" | "POST";
  /** Relative to the base URL, with a leading slash and encoded segments. Empty for the base URL itself. */
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Bytes are sent unchanged as protobuf, parameters as a form, and everything else as JSON. */
  readonly body?: unknown;
  /** True for a POST that only reads, so it may always be sent again. */
  readonly changesNothing?: boolean;
  /** True to send the request even to a host that is considered dead. The caller limits the attempts. */
  readonly insists?: boolean;
  /** True to make a single attempt, whose failure doesn't mark the host as dead. */
  readonly once?: boolean | undefined;
  /** @default true, except for a service on this computer that has never answered */
  readonly retriesRefused?: boolean | undefined;
  /** True to make intermediate caches revalidate with the service. @default false */
  readonly noCache?: boolean | undefined;
  /** Replaces the default, which depends only on the status. The failure that it returns is retried like any other. */
  readonly findFailure?: (answer: ServiceAnswer) => ServiceError | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Transport {
  readonly service: ServiceName;
  /** The base URL without credentials, query or trailing slash. */
  readonly url: string;
  about(spec: RequestSpec): About;
  /** @throws ServiceError */
  send(spec: RequestSpec): Promise<ServiceAnswer>;
}

export function createTransport(options: HttpOptions, neutral?: RequestSpec): Transport {
  const client = new HttpClient(options, neutral);
  return options.through?.(client) ?? client;
}

/** A request that changes nothing. Any response to it shows that the host is alive. */
const BASE: RequestSpec = { method: "GET", path: "" };

const LEAST_BYTES_PER_SECOND = 64 * 1024;

/** Retries transient failures and reports every failure as a {@link ServiceError}. */
export class HttpClient implements Transport {
  readonly service: ServiceName;
  /** The base URL without credentials, query or trailing slash. `***` replaces anything that looks like a key. */
  readonly url: string;
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #options: HttpOptions;
  readonly #retry: RetryOptions;
  readonly #neutral: RequestSpec;
  #takesGzip = true;
  #hasAnswered = false;

  /**
   * @param neutral A cheap request that refers to no contract. Used to determine whether the host answers.
   * @throws VerifyContractError VC106, VC108
   */
  constructor(options: HttpOptions, neutral = BASE) {
    const base = parseUrl(options.url, options.service);
    const authorization = getAuthorization(base);
    Object.assign(base, { username: "", password: "", hash: "" });
    // An unusable proxy is reported before the first request.
    findProxy(base);
    this.service = options.service;
    this.url = formatBaseUrl(base);
    this.#base = base;
    this.#headers = validateHeaders(options.service, {
      "user-agent": options.userAgent ?? `${TOOL.name}/${TOOL.version}`,
      accept: "application/json",
      ...(authorization === undefined ? {} : { authorization }),
      ...options.headers,
    });
    this.#options = options;
    this.#retry = { ...DEFAULT_RETRY, ...options.retry };
    this.#neutral = neutral;
  }

  /** @throws ServiceError */
  async send(spec: RequestSpec): Promise<ServiceAnswer> {
    const content = await encodeBody(spec, this.#takesGzip);
    try {
      return await this.#call(spec, content);
    } catch (error) {
      const isCompressed = content?.headers["content-encoding"] !== undefined;
      if (!isCompressed || !(error instanceof ServiceError) || !couldNotRead(error)) throw error;
      this.#takesGzip = false;
      return await this.#call(spec, await encodeBody(spec, false));
    }
  }

  async #call(spec: RequestSpec, content: RequestBody | undefined): Promise<ServiceAnswer> {
    const { deadlineMs = 300_000, pace } = this.#options;
    // A caller that sends requests even to a dead host limits its own attempts.
    const breaker = spec.insists === true ? undefined : this.#options.breaker;
    const about = this.about(spec);
    const dead = await breaker?.whyDead();
    if (dead !== undefined) throw skippedError(dead, about, performance.now());
    using limit = limitedSignal(
      spec.signal,
      deadlineMs,
      () => new DeadlineError(`no answer within ${deadlineMs} ms, counting all attempts`),
      // A request that may have arrived is not abandoned, because only its response shows whether it did.
      about.changesSomething ? undefined : breaker?.death,
    );
    const { signal } = limit;
    const request = { ...this.#buildRequest(spec, content), signal };
    const tries = new Tries(about.changesSomething === true, this.#retry, pace);
    const startedAtMs = performance.now();
    try {
      return await retry(
        async (attempt) => {
          signal.throwIfAborted();
          const tryOnce = (round?: Round) => {
            tries.count = attempt;
            return this.#tryOnce(request, spec, { ...about, attempts: attempt }, round);
          };
          return await (pace === undefined ? tryOnce() : pace.run(tryOnce, signal));
        },
        {
          attempts: tries.most,
          delayMs: (attempt, error) => {
            if (spec.once === true || !(error instanceof ServiceError)) return undefined;
            if (isRefusedConnection(error) && (spec.retriesRefused === false || this.#isNotStarted()))
              return undefined;
            // If the host is dead, other requests have already made all these attempts.
            if (!tries.mayFollow(error, performance.now()) || breaker?.isDead === true) return undefined;
            const ownMs = delayMs(attempt, error, this.#retry, Math.random());
            const isShared = pace !== undefined && asksForPause(error);
            this.#options.onRetry?.({ ...about, attempt, delayMs: isShared ? pace.waitMs : ownMs, error });
            // A host-wide pause is applied before the next request, not here.
            return isShared ? 0 : ownMs;
          },
          signal,
          onlyEndsWaits: true,
        },
      );
    } catch (cause) {
      if (!(cause instanceof ServiceError) && !signal.aborted) throw cause;
      const error =
        cause instanceof ServiceError
          ? cause
          : ended(signal.reason, { ...about, attempts: tries.count }, false);
      if (spec.once !== true) await this.#confirm({ error, startedAtMs, tries }, signal);
      throw error;
    }
  }

  async #confirm(call: FailedCall, signal: AbortSignal): Promise<void> {
    const confirmed = this.#options.breaker?.failed(call, (limitMs) => this.#isThere(limitMs));
    if (confirmed === undefined) return;
    await waitOrAbandon(confirmed, signal).catch((failure) => {
      if (!signal.aborted) throw failure;
    });
  }

  /** Waiting won't start a local service that has never answered. One that has answered may be restarting. */
  #isNotStarted(): boolean {
    if (this.service === "node" || !isLoopback(this.#base)) return false;
    return !(this.#hasAnswered || this.#options.breaker?.hasAnswered === true);
  }

  async #isThere(limitMs: number): Promise<boolean> {
    const spec = this.#neutral;
    const limits = { connectTimeoutMs: limitMs, requestTimeoutMs: limitMs };
    try {
      const request = { ...this.#buildRequest(spec, await encodeBody(spec, false)), ...limits };
      await this.#tryOnce(request, spec, { ...this.about(spec), attempts: 1 }, undefined);
      return true;
    } catch (error) {
      return error instanceof ServiceError && isFromLivingHost(error);
    }
  }

  async #tryOnce(
    request: HttpRequest,
    { findFailure = failureByStatus }: RequestSpec,
    about: About,
    round: Round | undefined,
  ): Promise<ServiceAnswer> {
    const answer = await followRedirects(request, about).catch((error: unknown) => {
      if (error instanceof ServiceError) throw error;
      if (request.signal?.aborted) throw ended(request.signal.reason, about, true);
      throw noAnswer(error, about);
    });
    const error = findFailure(answer);
    this.#hasAnswered = true;
    if (isFromLivingHost(error)) this.#options.breaker?.answered();
    if (round !== undefined) this.#keepPace(round, about.attempts, error);
    if (error !== undefined) throw error;
    return answer;
  }

  /** Adjusts the pace of all requests after a response, even if this call isn't retried. */
  #keepPace(round: Round, attempts: number, error: ServiceError | undefined): void {
    const { pace, onSlowDown } = this.#options;
    if (error !== undefined && asksForPause(error)) {
      const pauseMs = delayMs(attempts, error, this.#retry, Math.random());
      const isRetryAfter = error.retryAfterMs !== undefined;
      const isNew = pace?.pause(round, { pauseMs, isRetryAfter, isTooFast: isHostLimit(error) });
      if (isNew) onSlowDown?.({ host: this.#base.host, waitMs: pauseMs });
    } else if ((error?.status ?? 0) < 500) {
      pace?.served(round);
    }
  }

  #buildRequest(
    { method, path, query, noCache, ...rest }: RequestSpec,
    content: RequestBody | undefined,
  ): HttpRequest {
    const url = new URL(this.#base);
    if (path !== "") url.pathname = url.pathname.replace(/\/+$/, "") + path;
    for (const [name, value] of query ?? []) url.searchParams.append(name, value);
    const bodySeconds = (content?.body.length ?? 0) / LEAST_BYTES_PER_SECOND;
    const {
      connectTimeoutMs = 10_000,
      requestTimeoutMs = 30_000,
      maxResponseBytes = 64 * 1024 * 1024,
    } = this.#options;
    return {
      connectTimeoutMs,
      requestTimeoutMs: requestTimeoutMs + Math.round(bodySeconds * 1000),
      maxResponseBytes,
      method,
      url,
      headers: {
        ...this.#headers,
        ...content?.headers,
        ...(noCache === true ? { "cache-control": "no-cache" } : {}),
      },
      body: content?.body,
      freshConnection: changesSomething({ method, ...rest }),
    };
  }

  /** URLs under the base URL contain no secrets, except in query parameters whose names suggest one. */
  about(spec: RequestSpec): About {
    const { method, path, query = [] } = spec;
    const shown = new URLSearchParams();
    for (const [name, value] of query) shown.append(name, isSecretName(name) ? HIDDEN : value);
    return {
      service: this.service,
      method,
      url:
        this.#options.hidesPath === true
          ? this.#base.origin
          : `${this.url}${path}${query.length === 0 ? "" : `?${shown}`}`,
      attempts: 0,
      changesSomething: changesSomething(spec),
    };
  }
}

function changesSomething({
  method,
  changesNothing,
}: Pick<RequestSpec, "method" | "changesNothing">): boolean {
  return method === "POST" && changesNothing !== true;
}

/** Error codes from services that try to parse a compressed body as JSON, or find none of the expected fields in it. */
const UNREADABLE: ReadonlySet<string | undefined> = new Set([
  ...["invalid_json", "missing_params", "missing_or_invalid_source"],
  undefined,
]);

/** True if a service refused a body without reading it (415: RFC 9110 section 15.5.16), so nothing was done. */
function couldNotRead({ status, customCode }: ServiceError): boolean {
  return status === 415 || (status === 400 && UNREADABLE.has(customCode));
}

export function failureByStatus(answer: ServiceAnswer): ServiceError | undefined {
  return answer.status >= 200 && answer.status <= 299 ? undefined : unexpectedStatus(answer);
}

/** For a request whose caller reads the body of a 404. */
export function failureUnlessNotFound(answer: ServiceAnswer): ServiceError | undefined {
  return answer.status === 404 ? undefined : failureByStatus(answer);
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The other redirect statuses turn a POST into a GET. */
const KEEP_METHOD = new Set([307, 308]);

/**
 * Sources and headers never go to an origin that isn't configured, not even from http to https on the same host.
 *
 * @throws ServiceError for a redirect that isn't followed, and any error from {@link sendOnce}
 */
async function followRedirects(request: HttpRequest, about: About): Promise<ServiceAnswer> {
  let { url } = request;
  for (let followed = 0; ; followed++) {
    const answer = { ...(await sendOnce({ ...request, url })), about };
    if (!REDIRECTS.has(answer.status)) return answer;

    const refuse = (reason: string) => unusableAnswer(answer, reason);
    const next = answer.location === undefined ? null : URL.parse(answer.location, url.href);
    if (next === null) throw refuse("a redirect without a location");
    const where = withoutCredentials(next);
    if (next.origin !== url.origin)
      throw unusableAnswer(answer, `a redirect to another origin, ${where}, is not followed`, {
        redirectsTo: next.origin,
      });
    if (request.method !== "GET" && !KEEP_METHOD.has(answer.status)) {
      throw refuse(`a redirect of a ${request.method} request, to ${where}, is not followed`);
    }
    if (followed === MAX_REDIRECTS)
      throw refuse(`more than ${MAX_REDIRECTS} redirects, the last to ${where}`);
    url = next;
  }
}

/** Above this size, compression saves more time than it costs on a 10 Mbit/s connection (`npm run bench:http`). */
const GZIP_FROM_BYTES = 64 * 1024;

interface RequestBody {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

async function encodeBody(
  { body: value }: RequestSpec,
  takesGzip: boolean,
): Promise<RequestBody | undefined> {
  if (value === undefined) return undefined;
  // The media type in the mirror node's API description.
  if (value instanceof Uint8Array)
    return { body: value, headers: { "content-type": "application/protobuf" } };
  if (value instanceof URLSearchParams)
    return { body: value.toString(), headers: { "content-type": "application/x-www-form-urlencoded" } };
  const body = JSON.stringify(value);
  const headers = { "content-type": "application/json" };
  if (!takesGzip || body.length < GZIP_FROM_BYTES) return { body, headers };
  return { body: await promisify(gzip)(body), headers: { ...headers, "content-encoding": "gzip" } };
}

/** @throws VerifyContractError VC106 */
function parseUrl(url: string, service: ServiceName): URL {
  const base = URL.parse(url);
  if (base !== null && /^https?:$/.test(base.protocol)) return base;
  throw new VerifyContractError("VC106", {
    values: { option: `The URL of the ${service}`, value: withoutCredentials(url) },
    facts: [["Expected", "a URL that starts with http:// or https://"]],
  });
}

/** Lower-cases the header names. A later duplicate wins. @throws VerifyContractError VC108 */
function validateHeaders(
  service: ServiceName,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      // The value may be a secret, so the facts omit it. Node's message omits it too.
      throw new VerifyContractError("VC108", {
        facts: [
          ["Header", `${JSON.stringify(name)} for the ${service}`],
          ["Expected", "a valid HTTP header name and value"],
        ],
        cause,
      });
    }
    checked[name.toLowerCase()] = value;
  }
  return checked;
}
