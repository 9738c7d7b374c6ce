/** The servers on which a verdict can rest, by their names in messages. */
export const SERVICES = ["verification service", "query service", "status service", "node"] as const;
/** The servers that clients call over HTTP. */
export type ServiceName = (typeof SERVICES)[number] | "explorer";

/**
 * The kind of failure, which decides what can help:
 *
 * - `unreachable`: refused, reset, no such host, TLS: nothing usable came. Trying again can help.
 * - `timeout`: one request took longer than its own limit, or 408. Trying again can help.
 * - `aborted`: the caller's signal or deadline ended it. The caller decides about another attempt.
 * - `busy`: 429 or 425, or a node that says so in its answer. Wait, then try again.
 * - `server-error`: 5xx. Trying again can help.
 * - `refused`: any other 4xx. The same request will be refused again.
 * - `unusable`: an answer came that can't be understood: not JSON, wrong type, too large, a redirect elsewhere.
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
  /** The URL asked, without credentials and the query of the base URL; `***` for what looks like a key. */
  readonly url: string;
  /** The cause, in a few words, without the service and the request. */
  readonly reason: string;
  /** HTTP status, when an answer came. */
  readonly status?: number | undefined;
  /** `customCode` of a verification service's error body. */
  readonly customCode?: string | undefined;
  /** True if another program answered: a page, JSON of another kind, no HTTP, a permanent redirect to another host. */
  readonly isForeign?: boolean | undefined;
  /** The other origin to which the answer redirects. */
  readonly redirectsTo?: string | undefined;
  /** True if the answer is a record with names that no compiler accepts. Asking again does not help. */
  readonly isInvalidRecord?: boolean | undefined;
  /** True if the answer was complete, and the same request would get it again. */
  readonly comesAgain?: boolean | undefined;
  /** The service's message, without control characters and shortened. */
  readonly serviceMessage?: string | undefined;
  /** From a Retry-After header, in milliseconds from the answer. */
  readonly retryAfterMs?: number | undefined;
  /**
   * Only for a POST: true if the service may have acted on it although no usable answer came (a lost connection, a
   * timeout, a 5xx other than 503, a body that can't be understood). It was not sent again.
   */
  readonly mayHaveArrived?: boolean | undefined;
  /** How many times the request was tried. */
  readonly attempts?: number | undefined;
  /** When other requests found the host dead, for which this one was given up or never sent. */
  readonly hostDeadSince?: Date | undefined;
}

/** A request to a service or a node did not give a usable answer. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor sets what the interface declares
export class ServiceError extends Error {
  override readonly name = "ServiceError";

  constructor(message: string, fields: ServiceErrorFields, options?: ErrorOptions) {
    super(message, options);
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) Object.assign(this, { [name]: value });
  }
}

export interface ServiceError extends ServiceErrorFields {}
