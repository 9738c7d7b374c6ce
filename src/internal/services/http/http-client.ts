import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { TOOL } from "../../domain/tool.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { HIDDEN, isSecretName } from "../../text/key-like.ts";
import { retry } from "../retry.ts";
import { ServiceError, type ServiceName } from "../service-error.ts";
import { type HttpAnswer, type HttpRequest, sendOnce } from "./exchange.ts";
import {
  type About,
  DeadlineError,
  ended,
  noAnswer,
  notAsked,
  unexpectedStatus,
  unusableAnswer,
} from "./failures.ts";
import { type HostBreaker, isOfLivingHost } from "./host-breaker.ts";
import type { HostPace, SlowDownInfo, Turn } from "./host-pace.ts";
import { limitedSignal, waitOrAbandon } from "./limited-signal.ts";
import { isLoopback } from "./private-host.ts";
import {
  asksForPause,
  DEFAULT_RETRY,
  delayMs,
  isHostLimit,
  isRefusedConnection,
  type RetryOptions,
  Tries,
} from "./tries.ts";
import { shownBase, withoutCredentials } from "./without-credentials.ts";

// An `import` reads every name of the module, and so loads Node's own fetch and WebSocket, which takes 35 ms.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule("node:http");

/** The event before each wait for another attempt. */
export interface RetryInfo {
  readonly service: ServiceName;
  readonly method: string;
  /** Without credentials. */
  readonly url: string;
  /** The number of the try that failed, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next one. */
  readonly delayMs: number;
  readonly error: ServiceError;
}

/** A service's URL, and the limits of requests to it. */
export interface HttpOptions {
  /** Base URL, http or https, with or without a trailing slash; credentials in it become an Authorization header. */
  readonly url: string;
  readonly service: ServiceName;
  /** Sent with each request. Never printed, never sent to another origin. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Milliseconds for one try, from connecting to the last byte of the answer, headers and body; a request with a body
   * gets a second more for each 64 KiB, so that a slow line doesn't fail it. @default 30000
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Milliseconds for one call, with all its tries and the waits between them. @default 300000 */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds for making a connection. @default 10000 */
  readonly connectTimeoutMs?: number | undefined;
  /** The largest answer that is read, in bytes after decompression. @default 67108864 (64 MiB) */
  readonly maxResponseBytes?: number | undefined;
  /** When and how often a request is tried again; what is left out keeps its default. */
  readonly retry?: Partial<RetryOptions> | undefined;
  /** Receives each failed attempt that another one follows. */
  readonly onRetry?: ((info: RetryInfo) => void) | undefined;
  /**
   * Shared by the clients of one host. A 429 to any of them pauses and then slows all of them. It counts as a failed
   * attempt only while the host serves no request, once in twice `maxDelayMs`. @default none: each request waits for itself
   */
  readonly pace?: HostPace | undefined;
  /** Receives each pause that an answer to this client began, once. Needs a `pace`. */
  readonly onSlowDown?: ((info: SlowDownInfo) => void) | undefined;
  /** Errors name only the origin, because the path is a secret. @default false */
  readonly hidesPath?: boolean | undefined;
  /**
   * Shared by the clients of one host during a run: after all attempts of one call failed, the calls of all of them fail
   * at once until the host answers again. @default none: each call tries for itself
   */
  readonly breaker?: HostBreaker | undefined;
  /** @default `hardhat-verify-contract/<version>` */
  readonly userAgent?: string | undefined;
  /** Sees each request and its answer, or answers itself. @default none */
  readonly through?: ((transport: Transport) => Transport) | undefined;
}

/** Options of each call of a service. */
export interface CallOptions {
  /** Ends the request, also during a wait between two attempts. */
  readonly signal?: AbortSignal | undefined;
}

/** A client's request to its service. */
export interface RequestSpec {
  readonly method: "GET" | "POST";
  /** Below the base URL, with a leading slash, each segment already encoded; empty for the base URL itself. */
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Sent as JSON; bytes as they are, as protobuf; parameters as a form. */
  readonly body?: unknown;
  /** For a POST that only reads: it may always be sent again. */
  readonly changesNothing?: boolean;
  /** Also sent to a host that was found dead: the caller limits the attempts itself. */
  readonly insists?: boolean;
  /** Tried once, whatever fails; the host is not taken for dead because of it. */
  readonly once?: boolean | undefined;
  /** True if a refused connection is tried again. @default true, but for a service of this computer that never answered */
  readonly retriesRefused?: boolean | undefined;
  /** Caches on the way have to ask the service. @default false */
  readonly noCache?: boolean | undefined;
  /** Statuses besides 2xx that are answers and not errors. */
  readonly accept?: readonly number[];
  /** Decides whether an answer is a failure, in place of its status. A failure is retried as any other. */
  readonly failureOf?: (answer: HttpAnswer, about: About) => ServiceError | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer, and the request that it answers. */
export interface ServiceAnswer extends HttpAnswer {
  readonly about: About;
}

/** Asks one service. */
export interface Transport {
  readonly service: ServiceName;
  /** The base URL without credentials, query and trailing slash. */
  readonly url: string;
  /** A request as messages name it. */
  about(spec: RequestSpec): About;
  /** @throws ServiceError */
  send(spec: RequestSpec): Promise<ServiceAnswer>;
}

/** A client, or what the options put in its place. Otherwise as {@link HttpClient}. */
export function transportOf(options: HttpOptions, neutral?: RequestSpec): Transport {
  const client = new HttpClient(options, neutral);
  return options.through?.(client) ?? client;
}

/** Also for caches that keep answers beyond their time (RFC 9111, 5.2.1.4). */
const NO_CACHE = { "cache-control": "no-cache" };

/** Changes nothing, and any answer to it shows that the host is there. */
const BASE: RequestSpec = { method: "GET", path: "" };

type Limits = Pick<HttpRequest, "connectTimeoutMs" | "requestTimeoutMs" | "maxResponseBytes">;

/** The slowest supported line. */
const LEAST_BYTES_PER_SECOND = 64 * 1024;

/** One service at one base URL: retries transient failures; every failure is a {@link ServiceError}. */
export class HttpClient implements Transport {
  readonly service: ServiceName;
  /** The base URL without credentials, query and trailing slash; `***` for what looks like a key. */
  readonly url: string;
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #limits: Limits;
  readonly #options: HttpOptions;
  readonly #retry: RetryOptions;
  readonly #neutral: RequestSpec;
  #takesGzip = true;
  #hasAnswered = false;

  /**
   * @param neutral A cheap request that changes nothing and names no contract: shows whether the host answers at all.
   * @throws VerifyContractError VC106, VC108
   */
  constructor(options: HttpOptions, neutral = BASE) {
    const { base, authorization } = checkedUrl(options.url, options.service);
    this.service = options.service;
    this.url = shownBase(base);
    this.#base = base;
    this.#headers = checkedHeaders(options.service, {
      "user-agent": options.userAgent ?? `${TOOL.name}/${TOOL.version}`,
      accept: "application/json",
      ...(authorization === undefined ? {} : { authorization }),
      ...options.headers,
    });
    this.#limits = {
      connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
      requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
      maxResponseBytes: options.maxResponseBytes ?? 64 * 1024 * 1024,
    };
    this.#options = options;
    this.#retry = { ...DEFAULT_RETRY, ...options.retry };
    this.#neutral = neutral;
  }

  /** @throws ServiceError */
  async send(spec: RequestSpec): Promise<ServiceAnswer> {
    const content = await contentOf(spec, this.#takesGzip);
    try {
      return await this.#call(spec, content);
    } catch (error) {
      const isCompressed = content?.headers["content-encoding"] !== undefined;
      if (!isCompressed || !(error instanceof ServiceError) || !couldNotRead(error)) throw error;
      this.#takesGzip = false;
      return await this.#call(spec, await contentOf(spec, false));
    }
  }

  async #call(spec: RequestSpec, content: RequestBody | undefined): Promise<ServiceAnswer> {
    const { deadlineMs = 300_000, pace } = this.#options;
    // A caller that insists limits the attempts itself.
    const breaker = spec.insists === true ? undefined : this.#options.breaker;
    const about = this.about(spec);
    const dead = await breaker?.whyDead();
    if (dead !== undefined) throw notAsked(dead, about, performance.now());
    using limit = limitedSignal(
      spec.signal,
      deadlineMs,
      () => new DeadlineError(`no answer within ${deadlineMs} ms, all attempts together`),
      // A request that may have arrived is not given up: its answer says whether it did.
      about.changesSomething ? undefined : breaker?.death,
    );
    const { signal } = limit;
    const request = { ...this.#requestOf(spec, content), signal };
    const tries = new Tries(about.changesSomething === true, this.#retry, pace);
    const startedAtMs = performance.now();
    try {
      return await retry(
        async (attempt) => {
          signal.throwIfAborted();
          const turn = await pace?.turn(signal);
          tries.count = attempt;
          try {
            return await this.#tryOnce(request, spec, { ...about, attempts: attempt }, turn);
          } finally {
            if (turn !== undefined) pace?.ended();
          }
        },
        {
          attempts: tries.most,
          delayMs: (attempt, error) => {
            if (spec.once === true || !(error instanceof ServiceError)) return undefined;
            if (isRefusedConnection(error) && (spec.retriesRefused === false || this.#isNotStarted()))
              return undefined;
            // Others have tried a dead host as often already.
            if (!tries.mayFollow(error, performance.now()) || breaker?.isDead === true) return undefined;
            const ownMs = delayMs(attempt, error, this.#retry, Math.random());
            const isShared = pace !== undefined && asksForPause(error);
            this.#options.onRetry?.({ ...about, attempt, delayMs: isShared ? pace.waitMs : ownMs, error });
            // A pause of the host is waited for at the next turn.
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
      const confirmed =
        spec.once === true
          ? undefined
          : this.#options.breaker?.failed({ error, startedAtMs, tries }, (limitMs) => this.#isThere(limitMs));
      if (confirmed !== undefined)
        await waitOrAbandon(confirmed, signal).catch((failure) => {
          if (!signal.aborted) throw failure;
        });
      throw error;
    }
  }

  /** A service of this computer that nobody heard yet: no wait starts it. One that was heard may be starting anew. */
  #isNotStarted(): boolean {
    if (this.service === "node" || !isLoopback(this.#base)) return false;
    return !(this.#hasAnswered || this.#options.breaker?.hasAnswered === true);
  }

  async #isThere(limitMs: number): Promise<boolean> {
    const spec = this.#neutral;
    const limits = { connectTimeoutMs: limitMs, requestTimeoutMs: limitMs };
    try {
      const request = { ...this.#requestOf(spec, await contentOf(spec, false)), ...limits };
      await this.#tryOnce(request, spec, { ...this.about(spec), attempts: 1 }, undefined);
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
    this.#hasAnswered = true;
    if (isOfLivingHost(error)) this.#options.breaker?.answered();
    if (turn !== undefined) this.#keepPace(turn, about.attempts, error);
    if (error !== undefined) throw error;
    return { ...answer, about };
  }

  /** An answer's pace applies to all requests, even if this call does not try again. */
  #keepPace(turn: Turn, attempts: number, error: ServiceError | undefined): void {
    const { pace, onSlowDown } = this.#options;
    if (error !== undefined && asksForPause(error)) {
      const pauseMs = delayMs(attempts, error, this.#retry, Math.random());
      const isRetryAfter = error.retryAfterMs !== undefined;
      const isNew = pace?.pause(turn, { pauseMs, isRetryAfter, isTooFast: isHostLimit(error) });
      if (isNew) onSlowDown?.({ host: this.#base.host, waitMs: pauseMs });
    } else if ((error?.status ?? 0) < 500) {
      pace?.served(turn);
    }
  }

  #requestOf(
    { method, path, query, noCache, ...rest }: RequestSpec,
    content: RequestBody | undefined,
  ): HttpRequest {
    const url = new URL(this.#base);
    if (path !== "") url.pathname = url.pathname.replace(/\/+$/, "") + path;
    for (const [name, value] of query ?? []) url.searchParams.append(name, value);
    const bodySeconds = (content?.body.length ?? 0) / LEAST_BYTES_PER_SECOND;
    return {
      ...this.#limits,
      requestTimeoutMs: this.#limits.requestTimeoutMs + Math.round(bodySeconds * 1000),
      method,
      url,
      headers: { ...this.#headers, ...content?.headers, ...(noCache === true ? NO_CACHE : {}) },
      body: content?.body,
      freshConnection: changesSomething({ method, ...rest }),
    };
  }

  /** Paths below the base URL have no secrets, except query values with such names. */
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

/** Messages of services that parse a compressed body as JSON, or don't find its parts. */
const UNREADABLE: ReadonlySet<string | undefined> = new Set([
  ...["invalid_json", "missing_params", "missing_or_invalid_source"],
  undefined,
]);

/** True if a service refused a body without reading it (415: RFC 9110 section 15.5.16). Nothing was done then. */
function couldNotRead({ status, customCode }: ServiceError): boolean {
  return status === 415 || (status === 400 && UNREADABLE.has(customCode));
}

/** An answer with another status than 2xx is a failure, but for those that the request accepts. */
export function failureByStatus(accept: readonly number[]): NonNullable<RequestSpec["failureOf"]> {
  return (answer, about) => {
    const isSuccess = answer.status >= 200 && answer.status <= 299;
    return isSuccess || accept.includes(answer.status) ? undefined : unexpectedStatus(answer, about);
  };
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Other redirects turn a POST into a GET. */
const KEEP_METHOD = new Set([307, 308]);

/**
 * Sends a request and follows a few redirects inside its own origin. Sources and headers never go to an origin that is
 * not configured, not even from http to https of the same host.
 *
 * @throws ServiceError for a redirect that isn't followed, and whatever {@link sendOnce} throws
 */
async function followRedirects(request: HttpRequest, about: About): Promise<HttpAnswer> {
  let { url } = request;
  for (let followed = 0; ; followed++) {
    const answer = await sendOnce({ ...request, url });
    if (!REDIRECTS.has(answer.status)) return answer;

    const refuse = (reason: string) => unusableAnswer(answer, about, reason);
    const next = answer.location === undefined ? null : URL.parse(answer.location, url.href);
    if (next === null) throw refuse("a redirect without an address");
    const where = withoutCredentials(next);
    if (next.origin !== url.origin)
      throw unusableAnswer(answer, about, `a redirect to another origin, ${where}, is not followed`, {
        redirectsTo: next.origin,
      });
    if (request.method !== "GET" && !KEEP_METHOD.has(answer.status)) {
      throw refuse(`a redirect of a ${request.method} to ${where} is not followed`);
    }
    if (followed === MAX_REDIRECTS)
      throw refuse(`more than ${MAX_REDIRECTS} redirects, the last to ${where}`);
    url = next;
  }
}

/**
 * From here on compressing saves a sixteenth of a second or more on a line of 10 Mbit/s and costs a few milliseconds on
 * one without limits (`npm run bench:http`). The verification service takes gzip.
 */
const GZIP_FROM_BYTES = 64 * 1024;

interface RequestBody {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The body of a request: bytes unchanged, parameters as a form, or a value as JSON.
 *
 * @param takesGzip Whether a large value is compressed.
 */
async function contentOf({ body: value }: RequestSpec, takesGzip: boolean): Promise<RequestBody | undefined> {
  if (value === undefined) return undefined;
  // As the mirror node's own description of the interface has it.
  if (value instanceof Uint8Array)
    return { body: value, headers: { "content-type": "application/protobuf" } };
  if (value instanceof URLSearchParams)
    return { body: value.toString(), headers: { "content-type": "application/x-www-form-urlencoded" } };
  const body = JSON.stringify(value);
  const headers = { "content-type": "application/json" };
  if (!takesGzip || body.length < GZIP_FROM_BYTES) return { body, headers };
  return { body: await promisify(gzip)(body), headers: { ...headers, "content-encoding": "gzip" } };
}

interface BaseUrl {
  /** Without user information. */
  readonly base: URL;
  /** Made of the user information, when there was any. */
  readonly authorization?: string;
}

/** Reads the base URL of a service. @throws VerifyContractError VC106 */
function checkedUrl(url: string, service: ServiceName): BaseUrl {
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new VerifyContractError("VC106", {
      values: { option: `The URL of the ${service}`, value: withoutCredentials(url) },
      facts: [["Expected", "a URL that starts with http:// or https://"]],
    });
  }
  const { username, password } = base;
  base.username = "";
  base.password = "";
  base.hash = "";
  if (username === "" && password === "") return { base };
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { base, authorization: `Basic ${Buffer.from(user).toString("base64")}` };
}

/** Headers with names in lower case, the later of two winning. @throws VerifyContractError VC108 */
function checkedHeaders(
  service: ServiceName,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      // The value may be a secret, so it is not among the facts; Node's message does not have it either.
      throw new VerifyContractError("VC108", {
        facts: [
          ["Header", `${JSON.stringify(name)} for the ${service}`],
          ["Expected", "a header name and a value that HTTP can carry"],
        ],
        cause,
      });
    }
    checked[name.toLowerCase()] = value;
  }
  return checked;
}
