import { CATALOGUE, type ErrorCode } from "../errors/catalogue.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { ServiceError } from "../services/service-error.ts";
import { cleanText } from "../text/clean-text.ts";
import type { Failure } from "./schema.ts";

/** More causes than a message names. */
const MOST_CAUSES = 8;
/** Anybody may have written the texts of a file. */
const LONGEST = 2000;
const clean = (text: string): string => cleanText(text, LONGEST);

/** An error as a file has it. Hosts wrap errors in errors of their own. */
export function recordFailure(error: unknown, depth = 0): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, cause } = error;
  if (error instanceof VerifyContractError) {
    const { facts = [], ...details } = error.details;
    const problem = { ...details, facts: facts.filter(([, value]) => value !== undefined) };
    return { message, code: error.code, problem: problem as NonNullable<Failure["problem"]> };
  }
  const { code } = error as { readonly code?: unknown };
  const { name: _, stack: __, cause: ___, message: ____, ...fields } = { ...error };
  return {
    message,
    ...(typeof code === "number" || typeof code === "string" ? { code } : {}),
    ...(error instanceof ServiceError
      ? { service: fields as unknown as NonNullable<Failure["service"]> }
      : {}),
    ...(cause instanceof Error && depth < MOST_CAUSES ? { cause: recordFailure(cause, depth + 1) } : {}),
  };
}

/** @returns undefined for a code that this version does not know */
export function restoreFailure({ message, code, service, problem, cause }: Failure): Error | undefined {
  if (problem !== undefined) {
    if (typeof code !== "string" || !Object.hasOwn(CATALOGUE, code)) return undefined;
    const { facts = [], likely } = problem;
    return new VerifyContractError(code as ErrorCode, {
      ...problem,
      facts: facts.map(([label, value]) => [clean(label), clean(value)] as const),
      likely: likely === undefined ? undefined : clean(likely),
    });
  }
  if (service !== undefined) return restoreServiceError(message, service);
  const known = cause === undefined ? undefined : restoreFailure(cause);
  const error = new Error(message, known === undefined ? undefined : { cause: known });
  return code === undefined ? error : Object.assign(error, { code });
}

function restoreServiceError(
  message: string,
  { reason, serviceMessage, customCode, hostDeadSince, ...fields }: NonNullable<Failure["service"]>,
): ServiceError {
  return new ServiceError(clean(message), {
    ...fields,
    reason: clean(reason),
    ...(serviceMessage === undefined ? {} : { serviceMessage: clean(serviceMessage) }),
    ...(customCode === undefined ? {} : { customCode: clean(customCode) }),
    ...(hostDeadSince === undefined ? {} : { hostDeadSince: new Date(hostDeadSince) }),
  });
}
