import type { VerifyContractError } from "../../errors/problem.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { RecordedNodeError, RecordedServiceError, Thrown } from "../schema.ts";

/** More causes than a message names. */
const MOST_CAUSES = 8;

export function recordedServiceError(error: ServiceError): RecordedServiceError {
  const { message, hostDeadSince } = error;
  const { name: _, stack: __, cause: ___, ...fields } = { ...error };
  return {
    ...fields,
    message,
    ...(hostDeadSince === undefined ? {} : { hostDeadSince: iso(hostDeadSince) }),
  } as RecordedServiceError;
}

/** What a node's request failed with. Hosts wrap errors in errors of their own. */
export function recordedNodeError(error: unknown, depth = 0): RecordedNodeError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { readonly code?: unknown };
  const { cause, message } = error;
  return {
    message,
    ...(typeof code === "number" || typeof code === "string" ? { code } : {}),
    ...(error instanceof ServiceError ? { service: recordedServiceError(error) } : {}),
    ...(cause instanceof Error && depth < MOST_CAUSES ? { cause: recordedNodeError(cause, depth + 1) } : {}),
  };
}

export function recordedThrown(error: VerifyContractError): Thrown {
  const { values, facts, likely, next } = error.details;
  return {
    code: error.code,
    ...(values === undefined ? {} : { values }),
    ...(facts === undefined
      ? {}
      : {
          facts: facts.flatMap(([label, value]) =>
            value === undefined ? [] : [[label, value] as [string, string]],
          ),
        }),
    ...(likely === undefined ? {} : { likely }),
    ...(next === undefined ? {} : { next }),
  };
}

function iso(date: Date): string {
  return date.toISOString();
}
