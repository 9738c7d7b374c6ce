import { VerifyContractError } from "../errors/problem.ts";

const TIMESTAMP = /^\d{1,10}(\.\d{1,9})?$/;

/**
 * Checks a consensus timestamp.
 *
 * @throws VC106
 */
export function checkTimestamp(value: string): string {
  if (TIMESTAMP.test(value)) return value;
  throw new VerifyContractError("VC106", {
    values: { option: "--at", value },
    facts: [
      ["Takes", "a consensus timestamp: seconds since 1970, and nanoseconds, such as 1795253078.123456789"],
    ],
  });
}
