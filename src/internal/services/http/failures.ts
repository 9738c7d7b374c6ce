import { firstLine } from "../../text/clean-text.ts";
import {
  ServiceError,
  type ServiceErrorFields,
  type ServiceErrorKind,
  type ServiceName,
} from "../service-error.ts";
import type { DeadHost } from "./breaker-of-host.ts";
import { readErrorBody } from "./error-body.ts";
import { failedProxy } from "./failed-proxy.ts";
import { isForeign } from "./foreign-answer.ts";
import { HostDeadError } from "./host-breaker.ts";
import { retryAfterMs } from "./retry-after.ts";
import { type HttpAnswer, RequestTimeoutError } from "./send-once.ts";
import { DeadlineError } from "./time-limits.ts";
import { type TransportFailure, transportFailure } from "./transport-failure.ts";

/** The request that a failure is about. */
export interface About {
  readonly service: ServiceName;
  readonly method: string;
  /** Without credentials. */
  readonly url: string;
  readonly attempts: number;
  /** Whether it matters that the request arrived without an answer. @default false */
  readonly changesSomething?: boolean;
}

/** No whole answer came. */
export function noAnswer(error: unknown, about: About): ServiceError {
  const { kind, reason, mayHaveArrived } =
    error instanceof RequestTimeoutError
      ? { kind: "timeout" as const, reason: error.message, mayHaveArrived: true }
      : ofProxy(transportFailure(error), error, about);
  return new ServiceError(
    `No usable answer of the ${about.service} to ${about.method} ${about.url}: ${reason}`,
    { ...named(about), kind, reason, ...arrival(about, mayHaveArrived) },
    { cause: error },
  );
}

/** Where it was the proxy that could not be reached, the failure names it, and not the service. */
function ofProxy(failure: TransportFailure, error: unknown, { url }: About): TransportFailure {
  const proxy = failedProxy(new URL(url), error);
  if (proxy === undefined) return failure;
  const reason = `the proxy ${proxy.url.origin}, which ${proxy.variable} names, can't be used: ${failure.reason}`;
  return { ...failure, reason };
}

/** The caller's signal or the deadline of the call ended it, while a request was under way or during a wait between two. */
export function ended(reason: unknown, about: About, underWay: boolean): ServiceError {
  const fields = { ...named(about), ...arrival(about, underWay) };
  const request = `${about.method} ${about.url}`;
  if (reason instanceof HostDeadError) {
    return new ServiceError(
      `No usable answer of the ${about.service} to ${request}: ${reason.message}`,
      { ...fields, kind: "unreachable", reason: `given up, for other requests failed: ${reason.message}` },
      { cause: reason },
    );
  }
  return reason instanceof DeadlineError
    ? new ServiceError(
        `No usable answer of the ${about.service} to ${request}: ${reason.message}`,
        { ...fields, kind: "timeout", reason: reason.message },
        { cause: reason },
      )
    : new ServiceError(
        `The request to the ${about.service} was stopped: ${request}`,
        { ...fields, kind: "aborted", reason: "it was stopped" },
        { cause: reason },
      );
}

/** The host was found dead a moment ago, so that this was not sent. */
export function notAsked({ reason, foundAtMs }: DeadHost, about: About, nowMs: number): ServiceError {
  const ago = ((nowMs - foundAtMs) / 1000).toFixed(1);
  const why = `not asked again: ${ago} s ago it did not answer (${reason})`;
  return new ServiceError(
    `No usable answer of the ${about.service} to ${about.method} ${about.url}: ${why}`,
    { ...named({ ...about, attempts: 0 }), kind: "unreachable", reason: why },
  );
}

/** An answer came, with a status that is no success. */
export function unexpectedStatus(answer: HttpAnswer, about: About): ServiceError {
  const { status } = answer;
  const { customCode, message } = readErrorBody(answer.text);
  const wait = waitAskedFor(answer);
  const fields: ServiceErrorFields = {
    ...named(about),
    kind: kindOf(status),
    reason: `it answered ${status}${quoted(message)}`,
    status,
    ...(customCode === undefined ? {} : { customCode }),
    ...foreign(answer, about),
    ...(message === undefined ? {} : { serviceMessage: message }),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    // 503 says that it was not served; behind any other 5xx the work may have begun.
    ...arrival(about, status >= 500 && status !== 503),
  };
  return new ServiceError(
    `The ${about.service} answered ${status} to ${about.method} ${about.url}${quoted(message)}`,
    fields,
  );
}

/** An answer came that can't be understood; nothing is concluded from it. */
export function unusableAnswer(
  answer: HttpAnswer,
  about: About,
  reason: string,
  options?: ErrorOptions,
): ServiceError {
  const line = firstLine(answer.text);
  return new ServiceError(
    `The ${about.service} answered ${answer.status} to ${about.method} ${about.url} with what can't be used: ${reason}${quoted(line)}`,
    {
      ...named(about),
      kind: "unusable",
      reason: `it answered ${answer.status} with what can't be used: ${reason}`,
      status: answer.status,
      ...foreign(answer, about),
      ...(line === "" ? {} : { serviceMessage: line }),
      // What redirects has not done it.
      ...arrival(about, answer.status < 300),
    },
    options,
  );
}

/** Milliseconds that an answer asks to wait; undefined where it does not. */
export function waitAskedFor(answer: HttpAnswer): number | undefined {
  return retryAfterMs(answer.retryAfter, Date.parse(answer.date ?? "") || Date.now());
}

function foreign(answer: HttpAnswer, { service, url }: About): { isForeign?: true } {
  return isForeign(service, url, answer) ? { isForeign: true } : {};
}

/** The service said in the body of an answer, and not by its status, that it was asked too much. */
export function limitReached(answer: HttpAnswer, message: string, about: About): ServiceError {
  const said = firstLine(message);
  const wait = waitAskedFor(answer);
  return new ServiceError(
    `The ${about.service} is asked too much by ${about.method} ${about.url}${quoted(said)}`,
    {
      ...named(about),
      kind: "busy",
      reason: `it is asked too much${quoted(said)}`,
      serviceMessage: said,
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
    },
  );
}

/** A page came in place of an answer: often of what stands before a node that is not there. */
export function noResponse(answer: HttpAnswer, about: About): ServiceError {
  const line = firstLine(answer.text);
  const reason = `it answered ${answer.status} with what is no answer to the request${quoted(line)}`;
  return new ServiceError(
    `No usable answer of the ${about.service} to ${about.method} ${about.url}: ${reason}`,
    {
      ...named(about),
      kind: "unreachable",
      reason,
      ...(line === "" ? {} : { serviceMessage: line }),
      ...arrival(about, true),
    },
  );
}

function kindOf(status: number): ServiceErrorKind {
  if (status === 429 || status === 425) return "busy";
  // The server gave up waiting for the request.
  if (status === 408) return "timeout";
  if (status >= 500 && status <= 599) return "server-error";
  if (status >= 400 && status <= 499) return "refused";
  return "unusable";
}

/** What changes nothing may have arrived or not: it isn't worth a word. */
function arrival(about: About, mayHaveArrived: boolean): { mayHaveArrived?: true } {
  return mayHaveArrived && about.changesSomething === true ? { mayHaveArrived: true } : {};
}

/** The request as an error names it. */
function named({
  service,
  method,
  url,
  attempts,
}: About): Pick<About, "service" | "method" | "url" | "attempts"> {
  return { service, method, url, attempts };
}

function quoted(text: string | undefined): string {
  return text === undefined || text === "" ? "" : `; it said: "${text}"`;
}
