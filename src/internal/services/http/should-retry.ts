import type { ServiceError } from "../service-error.ts";
import { DeadlineError } from "./time-limits.ts";

interface RetryHistory {
  /** A request that changes something at the service is not sent again when it may have arrived. */
  readonly changesSomething: boolean;
  /** How many answers with status 500 came before this failure. */
  readonly earlier500s: number;
}

/** Transient statuses: the same request may succeed later. */
const PASSING = new Set([408, 425, 429, 502, 503, 504]);

/** Statuses after which the service did not process the request. */
const NOTHING_DONE = new Set([408, 425, 429, 503]);

/** Another submitter's job lasts longer than any wait here, so the caller decides. */
export const OTHER_JOB_RUNS = "duplicate_verification_request";

/** Whether sending the same request again can help and is harmless. */
export function shouldRetry(error: ServiceError, history: RetryHistory): boolean {
  if (error.customCode === OTHER_JOB_RUNS || error.cause instanceof DeadlineError) return false;
  switch (error.kind) {
    case "unreachable":
      return !isCertificateProblem(error.cause) && !(history.changesSomething && error.mayHaveArrived);
    case "timeout":
    case "busy":
    case "server-error":
    case "refused":
      if (error.status === undefined) return !(history.changesSomething && error.mayHaveArrived);
      if (history.changesSomething) return NOTHING_DONE.has(error.status);
      return PASSING.has(error.status) || (error.status === 500 && history.earlier500s === 0);
    case "aborted":
    case "unusable":
      return false;
  }
}

/** A certificate that is not accepted now will not be accepted in a second. */
function isCertificateProblem(cause: unknown): boolean {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /CERT|^ERR_TLS|^ERR_SSL|^UNABLE_TO_/.test(code);
}
