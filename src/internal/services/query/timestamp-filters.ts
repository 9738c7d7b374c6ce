import { VerifyContractError } from "../../errors/problem.ts";

const TIMESTAMP = /^((eq|gt|gte|lt|lte|ne):)?\d{1,10}(\.\d{1,9})?$/;

/**
 * The consensus timestamps of a query parameter, checked.
 * @throws VerifyContractError (VC106) when one is of the wrong form
 */
export function timestampsOf(timestamp: string | readonly string[] = []): readonly string[] {
  const all = typeof timestamp === "string" ? [timestamp] : timestamp;
  for (const value of all) {
    if (TIMESTAMP.test(value)) continue;
    throw new VerifyContractError("VC106", {
      values: { option: "timestamp", value },
      facts: [
        [
          "Expected",
          "seconds or seconds.nanoseconds, with eq:, gt:, gte:, lt:, lte: or ne: in front or without",
        ],
      ],
    });
  }
  return all;
}

/** Whether two consensus timestamps are the same time: zeros at the end of a fraction can be left out. */
export function sameTimestamp(one: string, other: string): boolean {
  return nanosecondsOf(one) === nanosecondsOf(other);
}

function nanosecondsOf(timestamp: string): string {
  const [seconds = "", fraction = ""] = timestamp.replace(/^eq:/, "").split(".");
  return `${Number(seconds)}.${fraction.padEnd(9, "0")}`;
}
