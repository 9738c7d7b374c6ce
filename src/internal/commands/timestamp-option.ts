import { nanosecondsOf } from "../cross-check/compare/timestamps.ts";
import { VerifyContractError } from "../errors/problem.ts";

/**
 * Checks a consensus timestamp.
 *
 * @throws VC106
 */
export function validateTimestamp(value: string): string {
  if (nanosecondsOf(value) !== undefined) return value;
  throw new VerifyContractError("VC106", {
    values: { option: "--at", value },
    facts: [
      ["Takes", "a consensus timestamp: seconds since 1970, and nanoseconds, such as 1795253078.123456789"],
    ],
  });
}
