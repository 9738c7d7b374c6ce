import { ServiceError } from "../../src/internal/services/service-error.ts";
import { assertShowable } from "./oracles/renders.ts";

/** How one call of a client ended. */
export type Ended<T> = { readonly value: T } | { readonly failure: ServiceError };

/** Waits for a call. What it rejects with must be a ServiceError, and fit to be shown. */
export async function endOf<T>(call: Promise<T>): Promise<Ended<T>> {
  try {
    return { value: await call };
  } catch (failure) {
    if (!(failure instanceof ServiceError)) throw failure;
    assertShowable("what failed", [failure.message, failure.serviceMessage, failure.customCode, failure.url]);
    return { failure };
  }
}

/** How a case is counted: the kind of failure, or what the client made of the answer. */
export function nameOf<T>(end: Ended<T>, name: (value: T) => string): string {
  return "failure" in end ? `ServiceError ${end.failure.kind}` : name(end.value);
}
