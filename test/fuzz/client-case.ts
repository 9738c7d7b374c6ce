import { ServiceError } from "../../src/internal/services/service-error.ts";
import { assertShowable } from "./oracles/renders.ts";

export type Ended<T> = { readonly value: T } | { readonly failure: ServiceError };

/** A rejection must be a ServiceError whose texts are fit to be shown. */
export async function endOf<T>(call: Promise<T>): Promise<Ended<T>> {
  try {
    return { value: await call };
  } catch (failure) {
    if (!(failure instanceof ServiceError)) throw failure;
    assertShowable("what failed", [failure.message, failure.serviceMessage, failure.customCode, failure.url]);
    return { failure };
  }
}

/** The kind of failure, or the client's reading of the answer. */
export function nameOf<T>(end: Ended<T>, name: (value: T) => string): string {
  return "failure" in end ? `ServiceError ${end.failure.kind}` : name(end.value);
}
