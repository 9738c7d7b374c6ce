import type { Check } from "../report/model.ts";

/**
 * Makes checks mandatory: a skipped one fails, because it proved nothing. An unknown one stays unknown: its witness may
 * answer the next time.
 */
export function requireChecks(results: readonly Check[], required: readonly string[]): readonly Check[] {
  return results.map((result) => {
    const { id, status, reason } = result;
    if (!required.includes(id) || status !== "skipped") return result;
    return {
      ...result,
      status: "failed",
      expected: "passed, because of --require",
      actual: status,
      ...(reason === undefined ? {} : { reason: `it is required, but was skipped: ${reason}` }),
    };
  });
}
