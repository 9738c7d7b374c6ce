import type { Check } from "./model.ts";

/** What the checks come to. `unknown`: nothing failed, but something that applies could not be checked. */
export type Verdict = "passed" | "failed" | "unknown";

/** A failed check outweighs one that could not be carried out, and that outweighs all that passed. */
export function verdictOf(checks: readonly Pick<Check, "status">[]): Verdict {
  if (checks.some((check) => check.status === "failed")) return "failed";
  if (checks.some((check) => check.status === "unknown")) return "unknown";
  return checks.some((check) => check.status === "passed") ? "passed" : "unknown";
}
