import type { CheckResult } from "./check.ts";

/** Makes checks mandatory: one that was skipped or could not be carried out has failed, as it proved nothing. */
export function requireChecks(
  results: readonly CheckResult[],
  required: readonly string[],
): readonly CheckResult[] {
  return results.map((result) => {
    const { id, status, reason } = result;
    if (!required.includes(id) || status === "passed" || status === "failed") return result;
    return {
      ...result,
      status: "failed",
      expected: "passed, as --require asks",
      actual: status,
      ...(reason === undefined ? {} : { reason: `it was required, and ${status}: ${reason}` }),
    };
  });
}
