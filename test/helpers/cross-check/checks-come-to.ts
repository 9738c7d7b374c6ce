import type { Check } from "../../../src/internal/report/model.ts";

/** What checks come to by themselves: a failed one outweighs an unknown one, and that outweighs those that passed. */
export type ChecksResult = "passed" | "failed" | "unknown";

export function checksComeTo(checks: readonly Pick<Check, "status">[]): ChecksResult {
  if (checks.some((check) => check.status === "failed")) return "failed";
  if (checks.some((check) => check.status === "unknown")) return "unknown";
  return checks.some((check) => check.status === "passed") ? "passed" : "unknown";
}
