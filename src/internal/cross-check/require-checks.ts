import type { CheckResult } from "./check.ts";

/**
 * Makes checks mandatory: one that was skipped has failed, as it proved nothing. One that could not be carried out stays
 * unknown: its witness may answer the next time.
 */
export function requireChecks(
  results: readonly CheckResult[],
  required: readonly string[],
): readonly CheckResult[] {
  return results.map((result) => {
    const { id, status, reason } = result;
    if (!required.includes(id) || status !== "skipped") return result;
    return {
      ...result,
      status: "failed",
      expected: "passed, as --require asks",
      actual: status,
      ...(reason === undefined ? {} : { reason: `it was required, and skipped: ${reason}` }),
    };
  });
}
