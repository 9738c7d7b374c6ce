import type { Check } from "../../../src/internal/report/model.ts";

/** The result of checks alone: a failed check outweighs an unknown one, and an unknown one outweighs passed ones. */
export type ChecksResult = "passed" | "failed" | "unknown";

export function checksComeTo(checks: readonly Pick<Check, "status">[]): ChecksResult {
  if (checks.some((check) => check.status === "failed")) return "failed";
  if (checks.some((check) => check.status === "unknown")) return "unknown";
  return checks.some((check) => check.status === "passed") ? "passed" : "unknown";
}
