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
  /** Whether the request changes something, so that its arrival matters. @default false */
  readonly changesSomething?: boolean;
}

/** No complete answer came. */
export function noAnswer(error: unknown, about: About): ServiceError {
  const failure: TransportFailure =
    error instanceof RequestTimeoutError
      ? { kind: "timeout", reason: error.message, mayHaveArrived: true }
      : ofProxy(transportFailure(error), error, about);
  const { kind, reason, mayHaveArrived, isForeign: isOther } = failure;
  return new ServiceError(
    `No usable answer from the ${about.service} to ${about.method} ${about.url}: ${reason}`,
    {
      ...named(about),
      kind,
      reason,
      ...(isOther === true ? { isForeign: true } : {}),
      ...arrival(about, mayHaveArrived),
    },
    { cause: error },
  );
}

/** If the proxy itself is unreachable, the failure names the proxy, not the service. */
function ofProxy(failure: TransportFailure, error: unknown, { url }: About): TransportFailure {
  const proxy = failedProxy(new URL(url), error);
  if (proxy === undefined) return failure;
  const reason = `the proxy ${proxy.url.origin} from ${proxy.variable} failed: ${failure.reason}`;
  return { ...failure, reason };
}

/** The caller's signal or the call's deadline ended it, during a request or a wait between two. */
export function ended(reason: unknown, about: About, underWay: boolean): ServiceError {
  const fields = { ...named(about), ...arrival(about, underWay) };
  const request = `${about.method} ${about.url}`;
  if (reason instanceof HostDeadError) {
    return new ServiceError(
      `No usable answer from the ${about.service} to ${request}: ${reason.message}`,
      {
        ...fields,
        kind: "unreachable",
        reason: `given up, because other requests failed: ${reason.message}`,
        hostDeadSince: dateOf(reason.dead),
      },
      { cause: reason },
    );
  }
  return reason instanceof DeadlineError
    ? new ServiceError(
        `No usable answer from the ${about.service} to ${request}: ${reason.message}`,
        { ...fields, kind: "timeout", reason: reason.message },
        { cause: reason },
      )
    : new ServiceError(
        `The request to the ${about.service} was stopped: ${request}`,
        { ...fields, kind: "aborted", reason: "it was stopped" },
        { cause: reason },
      );
}

/** The host was found dead a moment ago, so the request was not sent. */
export function notAsked(dead: DeadHost, about: About, nowMs: number): ServiceError {
  const { reason, foundAtMs } = dead;
  const ago = ((nowMs - foundAtMs) / 1000).toFixed(1);
  const why = `not tried: it did not answer ${ago} s ago (${reason})`;
  return new ServiceError(
    `No usable answer from the ${about.service} to ${about.method} ${about.url}: ${why}`,
    {
      ...named({ ...about, attempts: 0 }),
      kind: "unreachable",
      reason: why,
      hostDeadSince: dateOf(dead),
    },
  );
}

function dateOf({ foundAtMs }: DeadHost): Date {
  return new Date(performance.timeOrigin + foundAtMs);
}

/**
 * An answer with an error status.
 *
 * @param known What the caller knows of it that its status does not say.
 */
export function unexpectedStatus(
  answer: HttpAnswer,
  about: About,
  known: Partial<ServiceErrorFields> = {},
): ServiceError {
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
    // 503 means that the request was not served; with any other 5xx, the work may have begun.
    ...arrival(about, status >= 500 && status !== 503),
    ...known,
  };
  return new ServiceError(
    `The ${about.service} answered ${status} to ${about.method} ${about.url}${quoted(message)}`,
    fields,
  );
}

/** A record that no compiler and no service makes; asking again does not mend it. */
export function invalidRecord(answer: HttpAnswer, about: About, name: string): ServiceError {
  const reason = `it names something "${name}", as every object of a program does`;
  return new ServiceError(`The ${about.service} sent an invalid record: ${reason}`, {
    ...named(about),
    kind: "unusable",
    reason,
    status: answer.status,
    isInvalidRecord: true,
  });
}

/**
 * An invalid answer; it proves nothing.
 *
 * @param redirectsTo The other origin, where that is why.
 * @param comesAgain The answer is complete, and of the wrong form.
 */
export function unusableAnswer(
  answer: HttpAnswer,
  about: About,
  reason: string,
  {
    redirectsTo,
    comesAgain,
    ...options
  }: ErrorOptions & { readonly redirectsTo?: string; readonly comesAgain?: true } = {},
): ServiceError {
  const line = firstLine(answer.text);
  return new ServiceError(
    `The ${about.service} answered ${answer.status} to ${about.method} ${about.url} with an invalid answer: ${reason}${quoted(line)}`,
    {
      ...named(about),
      kind: "unusable",
      reason: `it answered ${answer.status} with an invalid answer: ${reason}`,
      status: answer.status,
      ...foreign(answer, about),
      ...(redirectsTo === undefined ? {} : { redirectsTo }),
      ...(comesAgain === undefined ? {} : { comesAgain }),
      ...(line === "" ? {} : { serviceMessage: line }),
      // A redirect means that the request was not processed.
      ...arrival(about, answer.status < 300),
    },
    options,
  );
}

/** The wait that an answer requests, in milliseconds; undefined without one. */
export function waitAskedFor(answer: HttpAnswer): number | undefined {
  return retryAfterMs(answer.retryAfter, Date.parse(answer.date ?? "") || Date.now());
}

function foreign(answer: HttpAnswer, { service, url }: About): { isForeign?: true } {
  return isForeign(service, url, answer) ? { isForeign: true } : {};
}

/** The body of an answer, not its status, says that the service limits the rate. */
export function limitReached(answer: HttpAnswer, message: string, about: About): ServiceError {
  const said = firstLine(message);
  const wait = waitAskedFor(answer);
  return new ServiceError(
    `The ${about.service} limits the rate of ${about.method} ${about.url}${quoted(said)}`,
    {
      ...named(about),
      kind: "busy",
      reason: `it limits the rate of requests${quoted(said)}`,
      serviceMessage: said,
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
    },
  );
}

/** A page instead of an answer, often from a gateway in front of a missing node. */
export function noResponse(answer: HttpAnswer, about: About): ServiceError {
  const line = firstLine(answer.text);
  const reason = `it answered ${answer.status}, but not with JSON-RPC${quoted(line)}`;
  return new ServiceError(
    `No usable answer from the ${about.service} to ${about.method} ${about.url}: ${reason}`,
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

/** A request that changes nothing may arrive or not, so errors don't mention it. */
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
