import { cleanText, firstLine } from "../../text/clean-text.ts";
import { getErrorCode, messageOf } from "../../text/file-reason.ts";
import { asObject, isObject, type Json, listObjects } from "../../text/is-object.ts";
import {
  ServiceError,
  type ServiceErrorFields,
  type ServiceErrorKind,
  type ServiceName,
} from "../service-error.ts";
import { ExchangeError, type HttpAnswer, isUnsent } from "./exchange.ts";
import { type DeadHost, HostDeadError, type HostPace } from "./hosts.ts";
import { jsonOrUndefined } from "./parse-json.ts";
import { findProxy, getPort, isLoopback, type NamedProxy, ProxyError } from "./urls.ts";

/** A call exceeded its deadline, which covers all its attempts. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

export interface About {
  readonly service: ServiceName;
  readonly method: string;
  /** Without credentials. */
  readonly url: string;
  readonly attempts: number;
  /** True if errors must report whether the request may have arrived. @default false */
  readonly changesSomething?: boolean;
}

export interface ServiceAnswer extends HttpAnswer {
  readonly about: About;
}

export function noAnswer(error: unknown, about: About): ServiceError {
  const failure = transportFailure(error);
  const mayHaveArrived = !isUnsent(error) && !(error instanceof ProxyError);
  const proxy = failedProxy(new URL(about.url), error);
  const reason =
    proxy === undefined
      ? withHint(failure.reason, about, mayBeRefusedHttp(error, about))
      : `the proxy ${proxy.url.origin} from ${proxy.variable} failed: ${failure.reason}`;
  return noUsable(about, reason, { ...failure, reason, mayHaveArrived }, error);
}

export const NEEDS_HTTPS = "the URL may need https instead of http";

function withHint(reason: string, { service, url }: About, mayExpectTls: boolean): string {
  const isPlain = service !== "node" && url.startsWith("http:");
  return isPlain && mayExpectTls ? `${reason}; ${NEEDS_HTTPS}` : reason;
}

/** A server that expects TLS may close the connection on receiving HTTP. Services on this computer rarely use TLS. */
function mayBeRefusedHttp(error: unknown, { url }: About): boolean {
  return getErrorCode(error) === "ECONNRESET" && !isLoopback(url);
}

export function ended(reason: unknown, about: About, mayHaveArrived: boolean): ServiceError {
  if (reason instanceof HostDeadError) {
    const fields = {
      kind: "unreachable",
      reason: `abandoned because other requests failed: ${reason.message}`,
      hostDeadSince: getFoundAt(reason.dead),
      mayHaveArrived,
    } as const;
    return noUsable(about, reason.message, fields, reason);
  }
  if (reason instanceof DeadlineError)
    return noUsable(about, reason.message, { kind: "timeout", mayHaveArrived }, reason);
  const message = `The request to the ${about.service} was stopped: ${about.method} ${about.url}`;
  return failed(about, message, { kind: "aborted", reason: "it was stopped", mayHaveArrived }, reason);
}

export function skippedError(dead: DeadHost, about: About, nowMs: number): ServiceError {
  const ago = ((nowMs - dead.foundAtMs) / 1000).toFixed(1);
  const why = `not tried: it did not answer ${ago} s ago (${dead.reason})`;
  const fields = { kind: "unreachable", attempts: 0, hostDeadSince: getFoundAt(dead) } as const;
  return noUsable(about, why, fields, dead.cause);
}

function getFoundAt({ foundAtMs }: DeadHost): Date {
  return new Date(performance.timeOrigin + foundAtMs);
}

function noUsable(
  about: About,
  why: string,
  fields: Partial<ServiceErrorFields> & Pick<ServiceErrorFields, "kind">,
  cause?: unknown,
): ServiceError {
  const message = `No usable answer from the ${about.service} to ${about.method} ${about.url}: ${why}`;
  return failed(about, message, { reason: why, ...fields }, cause);
}

/** If a request changes nothing, its errors don't mention whether it arrived, because that doesn't matter. */
function failed(
  { service, method, url, attempts, changesSomething = false }: About,
  message: string,
  fields: Omit<ServiceErrorFields, "service" | "method" | "url">,
  cause?: unknown,
): ServiceError {
  const mayHaveArrived = (changesSomething && fields.mayHaveArrived) || undefined;
  return new ServiceError(
    message,
    { service, method, url, attempts, ...fields, mayHaveArrived },
    cause === undefined ? undefined : { cause },
  );
}

/** @param known Facts about the failure that the status doesn't indicate. */
export function unexpectedStatus(
  answer: ServiceAnswer,
  known: Partial<ServiceErrorFields> = {},
): ServiceError {
  const { status, about } = answer;
  const { customCode, message } = readErrorBody(answer.text);
  const answered = `answered ${status} to ${about.method} ${about.url}`;
  const foreign = isForeign(answer);
  return failed(about, `The ${about.service} ${answered}${quoted(message)}`, {
    kind: classifyStatus(status),
    reason: withHint(
      `it answered ${status}${quoted(message)}`,
      about,
      foreign === true && namesHttps(answer),
    ),
    status,
    customCode,
    isForeign: foreign,
    serviceMessage: message,
    retryAfterMs: getRequestedWaitMs(answer),
    // 503 means that the service did not process the request. After any other 5xx, the work may have begun.
    mayHaveArrived: status >= 500 && status !== 503,
    ...known,
  });
}

/** The usual reply to plain HTTP on a TLS port. */
function namesHttps({ status, text }: HttpAnswer): boolean {
  return status === 400 && /\bHTTPS\b/.test(text);
}

/** No compiler or service could have produced this record, and a retry would return it again. */
export function invalidRecord({ status, about }: ServiceAnswer, name: string): ServiceError {
  const reason = `it uses the name "${name}", which every JavaScript object has`;
  return failed(about, `The ${about.service} sent an invalid record: ${reason}`, {
    kind: "unusable",
    reason,
    status,
    isInvalidRecord: true,
  });
}

/** @param known `comesAgain` is true if the response is complete but malformed, so a retry would return it again. */
export function unusableAnswer(
  answer: ServiceAnswer,
  reason: string,
  { cause, ...known }: ErrorOptions & Pick<ServiceErrorFields, "redirectsTo" | "comesAgain"> = {},
): ServiceError {
  const { status, about } = answer;
  const line = firstLine(answer.text);
  const answered = `sent an invalid response (${status}) to ${about.method} ${about.url}: ${reason}`;
  const fields: Parameters<typeof failed>[2] = {
    kind: "unusable",
    reason: `it sent an invalid response (${status}): ${reason}`,
    status,
    isForeign: isForeign(answer),
    serviceMessage: line || undefined,
    // A redirect means that the service did not process the request.
    mayHaveArrived: status < 300,
    ...known,
  };
  return failed(about, `The ${about.service} ${answered}${quoted(line)}`, fields, cause);
}

export function getRequestedWaitMs(answer: HttpAnswer): number | undefined {
  return retryAfterMs(answer.retryAfter, readDate(answer)?.getTime() ?? Date.now());
}

/** The time according to the service's clock. */
export function readDate({ date = "" }: HttpAnswer): Date | undefined {
  const atMs = Date.parse(date);
  return Number.isNaN(atMs) ? undefined : new Date(atMs);
}

/**
 * Reads both forms of Retry-After (RFC 9110 section 10.2.3): seconds, or an HTTP date.
 *
 * @param nowMs The server's own clock (its Date header) if known, so a wrong local clock doesn't matter.
 */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  // `Date.parse` accepts many strings that aren't dates, such as "-5". An HTTP date starts with a weekday.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

/** The body, rather than the status, reports a rate limit. */
export function limitReached(answer: ServiceAnswer, message: string): ServiceError {
  const { about } = answer;
  const said = firstLine(message);
  return failed(
    about,
    `The ${about.service} limits the rate of ${about.method} ${about.url}${quoted(said)}`,
    {
      kind: "busy",
      reason: `it limits the rate of requests${quoted(said)}`,
      serviceMessage: said,
      retryAfterMs: getRequestedWaitMs(answer),
    },
  );
}

/** Such a response is often a page from a gateway whose node is unavailable. */
export function noResponse({ status, text, about }: ServiceAnswer, expected: string): ServiceError {
  const line = firstLine(text);
  return noUsable(about, `it answered ${status}, but not with ${expected}${quoted(line)}`, {
    kind: "unreachable",
    serviceMessage: line || undefined,
    mayHaveArrived: true,
  });
}

function classifyStatus(status: number): ServiceErrorKind {
  if (status === 429 || status === 425) return "busy";
  if (status === 408) return "timeout";
  if (status >= 500 && status <= 599) return "server-error";
  if (status >= 400 && status <= 499) return "refused";
  return "unusable";
}

function quoted(text: string | undefined): string {
  return text === undefined || text === "" ? "" : `; it said: "${text}"`;
}

/** The reason completes the sentence `No usable answer from the … to GET https://…: `. */
function transportFailure(error: unknown): Pick<ServiceErrorFields, "kind" | "reason" | "isForeign"> {
  if (error instanceof ExchangeError) return { kind: error.kind, reason: error.message };
  if (error instanceof ProxyError)
    return { kind: "refused", reason: `the request can't be sent: ${error.message}` };

  const code = getErrorCode(error);
  if (code.startsWith("HPE_") && code !== "HPE_HEADER_OVERFLOW")
    return { kind: "unusable", reason: "the response is not HTTP", isForeign: true };
  const known = CODES.find(([pattern]) => pattern.test(code));
  // If connecting to several addresses fails, the AggregateError has no message.
  const message = cleanText(messageOf(error)) || "no response arrived";
  const [, reason, kind = "unreachable"] = known ?? [undefined, message];
  return { kind, reason: code === "" ? reason : `${reason} (${code})` };
}

/** The first match wins. */
const CODES: readonly (readonly [code: RegExp, reason: string, kind?: ServiceErrorKind])[] = [
  [/^ECONNREFUSED$/, "the connection was refused"],
  [/^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA)$/, "the host name can't be resolved"],
  [/^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)$/, "no route to the host"],
  [/^ETIMEDOUT$/, "no answer within the time limit", "timeout"],
  [/^(ECONNRESET|EPIPE)$/, "the connection was lost"],
  [/^HPE_HEADER_OVERFLOW$/, "the response is not valid HTTP", "unusable"],
  [/^(Z_|ERR__ERROR_)/, "the response can't be decompressed", "unusable"],
  [/^ERR_SSL_WRONG_VERSION_NUMBER$/, "it doesn't speak TLS; the URL may need http instead of https"],
  // Includes alerts from the server, which can arrive after the handshake and concern the client's certificate.
  [/^ERR_SSL/, "the TLS connection failed"],
  [/CERT|^ERR_TLS|^UNABLE_TO_/, "its TLS certificate was rejected"],
];

/** The proxy for a URL, if the proxy rather than the host behind it is unreachable. */
function failedProxy(url: URL, error: unknown): NamedProxy | undefined {
  const proxy = error instanceof ProxyError ? undefined : findProxy(url);
  if (proxy === undefined || !(error instanceof Error)) return undefined;
  // All errors in an AggregateError are for addresses of the same host, so the first is enough.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { hostname, port } = first as { readonly hostname?: unknown; readonly port?: unknown };
  if (hostname !== undefined) return hostname === proxy.url.hostname ? proxy : undefined;
  // An error at the URL's own port doesn't come from the proxy.
  return String(port) === getPort(proxy.url) && getPort(proxy.url) !== getPort(url) ? proxy : undefined;
}

/** Keys in a service's records, jobs and errors. Each of the service's responses has at least one of them. */
const OWN_KEYS: Readonly<Record<ServiceName, readonly string[]>> = {
  "verification service": ["customCode", "errorId", "match", "verificationId", "isJobCompleted", "results"],
  "query service": ["_status", "links", "evm_address", "contract_id", "number", "hash", "timestamp"],
  "status service": ["page", "status", "components", "incidents", "scheduled_maintenances"],
  node: ["jsonrpc"],
  explorer: ["result", "message"],
};

/** Statuses from a gateway that currently blocks all requests. They prove nothing about the service behind it. */
const GATEWAY_STATUSES = new Set([401, 403, 407, 408, 413, 415, 425, 429]);

/** True for a web page, unrelated JSON or another protocol's response. Truncated JSON may be the service's own. */
function isForeign({ status, text, location, about }: ServiceAnswer): true | undefined {
  if (status >= 500 || GATEWAY_STATUSES.has(status)) return undefined;
  const isRedirect = status >= 300 && status < 400;
  const foreign = isRedirect
    ? redirectsElsewhere(about.url, location)
    : isFromAnotherService(about.service, status, text);
  return foreign || undefined;
}

function isFromAnotherService(service: ServiceName, status: number, text: string): boolean {
  const body = jsonOrUndefined(text);
  if (body === undefined) return status >= 400 || /^\s*</.test(text);
  if (!isObject(body)) return true;
  return !OWN_KEYS[service].some((key) => Object.hasOwn(body, key));
}

/** A permanent redirect to another origin is never followed, so a later attempt would fail in the same way. */
function redirectsElsewhere(url: string, location: string | undefined): boolean {
  const to = location === undefined ? null : URL.parse(location, url);
  return to !== null && to.origin !== new URL(url).origin;
}

/** Reads the error bodies of every service. The first line of an unknown body is the message. */
export function readErrorBody(text: string) {
  const body = asObject(jsonOrUndefined(text));
  const customCode = cleanIfText(body.customCode, 100);
  const message = cleanIfText(body.message, 500);
  if (customCode !== undefined || message !== undefined) return { customCode, message };
  return { customCode, message: queryServiceMessages(body) || firstLine(text) || undefined };
}

function cleanIfText(value: unknown, most: number): string | undefined {
  return typeof value === "string" ? cleanText(value, most) : undefined;
}

function queryServiceMessages(body: Json): string {
  const said = listObjects(asObject(body._status).messages).map(({ message, detail }) => {
    return [message, detail].filter((part) => typeof part === "string" && part !== "").join(": ");
  });
  return cleanText(said.join("; "), 500);
}

export interface RetryOptions {
  /** The maximum number of attempts, including the first. @default 5 */
  readonly attempts: number;
  /** Milliseconds before the second attempt, without jitter. Doubles with each further attempt. @default 500 */
  readonly minDelayMs: number;
  /** The longest wait in milliseconds between attempts. @default 8000 */
  readonly maxDelayMs: number;
  /** The longest wait in milliseconds that a Retry-After header can request. @default 30000 */
  readonly maxRetryAfterMs: number;
}

export const DEFAULT_RETRY: RetryOptions = {
  attempts: 5,
  minDelayMs: 500,
  maxDelayMs: 8000,
  maxRetryAfterMs: 30_000,
};

/**
 * A small random delay is added to Retry-After, so clients with the same Retry-After don't all retry at once. If there
 * is no header, the wait doubles, and half of it is random.
 *
 * @param random From 0 to 1.
 */
export function delayMs(
  attempt: number,
  { retryAfterMs }: Pick<ServiceError, "retryAfterMs">,
  { minDelayMs, maxDelayMs, maxRetryAfterMs }: RetryOptions,
  random: number,
): number {
  if (retryAfterMs !== undefined) {
    const spread = (random * minDelayMs) / 2;
    return Math.round(Math.min(maxRetryAfterMs, retryAfterMs + spread));
  }
  const full = Math.min(maxDelayMs, minDelayMs * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + random / 2));
}

const TRANSIENT = new Set([408, 425, 429, 502, 503, 504]);

const NOTHING_DONE = new Set([408, 425, 429, 503]);

/** Another submitter's job outlasts any retry delay, so the caller handles this case. */
const OTHER_JOB_RUNS = "duplicate_verification_request";

/** The deadline ends a call long before this number is reached, unless the host requests no delay. */
const MAX_UNCOUNTED = 100;

/** The attempts for one call. All times come from a single monotonic clock. */
export class Tries {
  count = 0;
  readonly #changesSomething: boolean;
  readonly #retry: RetryOptions;
  readonly #pace: Pick<HostPace, "quietMs"> | undefined;
  #usedUp = 0;
  #had500 = false;
  #limitCountedAtMs: number | undefined;

  /** @param pace If there is one, a rate limit doesn't always use up an attempt. */
  constructor(changesSomething: boolean, retry: RetryOptions, pace?: Pick<HostPace, "quietMs">) {
    this.#changesSomething = changesSomething;
    this.#retry = retry;
    this.#pace = pace;
  }

  /** The maximum number of attempts, including the first. */
  get most(): number {
    return this.#retry.attempts + (this.#pace === undefined ? 0 : MAX_UNCOUNTED);
  }

  get isExhausted(): boolean {
    return this.count >= this.#retry.attempts;
  }

  /** Counts a failed attempt. Returns true if a retry is harmless and can help. */
  mayFollow(error: ServiceError, nowMs: number): boolean {
    if (!this.#canHelp(error)) return false;
    if (error.status === 500) this.#had500 = true;
    if (this.#usesUp(error, nowMs)) this.#usedUp++;
    return this.#usedUp < this.#retry.attempts;
  }

  #canHelp(error: ServiceError): boolean {
    if (error.customCode === OTHER_JOB_RUNS || error.cause instanceof DeadlineError) return false;
    const isHarmless = !(this.#changesSomething && error.mayHaveArrived);
    switch (error.kind) {
      case "unreachable":
        // A certificate that is rejected now will still be rejected in a second.
        return isHarmless && !/CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_/.test(getErrorCode(error.cause));
      case "timeout":
      case "busy":
      case "server-error":
      case "refused":
        if (error.status === undefined) return isHarmless;
        if (this.#changesSomething) return NOTHING_DONE.has(error.status);
        return TRANSIENT.has(error.status) || (error.status === 500 && !this.#had500);
      case "aborted":
      case "unusable":
        return false;
    }
  }

  /**
   * A rate limit is not the request's fault. The first one counts as a failed attempt; later ones count only while the
   * host serves no requests, and only once every 2 × `maxDelayMs`.
   */
  #usesUp(error: ServiceError, nowMs: number): boolean {
    if (this.#pace === undefined || !isHostLimit(error)) return true;
    const countedAtMs = this.#limitCountedAtMs;
    const everyMs = this.#retry.maxDelayMs * 2;
    const isUsed = countedAtMs === undefined || Math.min(nowMs - countedAtMs, this.#pace.quietMs) >= everyMs;
    if (isUsed) this.#limitCountedAtMs = nowMs;
    return isUsed;
  }
}

/** A refusal because another job for the contract is running isn't a rate limit. */
export function isHostLimit({ kind, status, customCode }: ServiceError): boolean {
  // A node may report a rate limit in a response with a different status.
  const isTooMuch = status === 429 || (kind === "busy" && status === undefined);
  return isTooMuch && customCode !== OTHER_JOB_RUNS;
}

/** True for a rate limit, or if the host announces when it will be available again. */
export function asksForPause(error: ServiceError): boolean {
  return isHostLimit(error) || (error.status === 503 && error.retryAfterMs !== undefined);
}

/** True if this request, or the one that found the host dead, was refused because nothing listens on the port. */
export function isRefusedConnection({ cause }: ServiceError): boolean {
  return [cause, (cause as Error | undefined)?.cause].some((each) => getErrorCode(each) === "ECONNREFUSED");
}
