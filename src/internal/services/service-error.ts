import { withoutUndefined } from "../text/is-object.ts";

export const SERVICES = ["verification service", "query service", "status service", "node"] as const;
export type ServiceName = (typeof SERVICES)[number] | "explorer";

/**
 * The kind of failure. It determines what the caller can do:
 *
 * - `unreachable`: no usable response arrived, because the connection was refused or reset, the host doesn't exist, or
 * TLS failed. A retry can help.
 * - `timeout`: one request exceeded its own limit, or the status was 408. A retry can help.
 * - `aborted`: the caller's signal or deadline ended the request. Retrying is up to the caller.
 * - `busy`: 429 or 425, or a node that reports a rate limit in its response. Wait, then retry.
 * - `server-error`: 5xx. A retry can help.
 * - `refused`: any other 4xx. The same request will be refused again.
 * - `unusable`: the response can't be understood: not JSON, wrong type, too large, or a redirect elsewhere.
 */
export const SERVICE_ERROR_KINDS = [
  "unreachable",
  "timeout",
  "aborted",
  "busy",
  "server-error",
  "refused",
  "unusable",
] as const;
export type ServiceErrorKind = (typeof SERVICE_ERROR_KINDS)[number];

export interface ServiceErrorFields {
  readonly service: ServiceName;
  readonly kind: ServiceErrorKind;
  /** HTTP method of the request, upper case. */
  readonly method: string;
  /** Without credentials or the base URL's query. `***` replaces anything that looks like a key. */
  readonly url: string;
  /** The cause, in a few words, without the service's name or the request. */
  readonly reason: string;
  readonly status?: number | undefined;
  /** `customCode` of a verification service's error body. */
  readonly customCode?: string | undefined;
  /** True for a web page, unrelated JSON, a protocol other than HTTP, or a permanent redirect to another host. */
  readonly isForeign?: boolean | undefined;
  readonly redirectsTo?: string | undefined;
  /** True if the response is a record with names that no compiler accepts. A retry doesn't help. */
  readonly isInvalidRecord?: boolean | undefined;
  /** True if the response was complete, and the same request would get the same one. */
  readonly comesAgain?: boolean | undefined;
  /** The service's message, shortened and without control characters. */
  readonly serviceMessage?: string | undefined;
  /** The wait that a Retry-After header requests, in milliseconds after the response. */
  readonly retryAfterMs?: number | undefined;
  /**
   * Only for a POST: true if the service may have acted on it although no usable response arrived (a lost connection, a
   * timeout, a 5xx other than 503, a body that can't be understood). The request was not sent again.
   */
  readonly mayHaveArrived?: boolean | undefined;
  readonly attempts?: number | undefined;
  /** The time at which other requests found the host dead. This request was abandoned or never sent. */
  readonly hostDeadSince?: Date | undefined;
}

/** A request to a service or a node got no usable response. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor sets what the interface declares
export class ServiceError extends Error {
  override readonly name = "ServiceError";

  constructor(message: string, fields: ServiceErrorFields, options?: ErrorOptions) {
    super(message, options);
    Object.assign(this, withoutUndefined(fields));
  }
}

export interface ServiceError extends ServiceErrorFields {}
