import { utcSecond } from "../../text/moment.ts";

const NANOSECONDS = 1_000_000_000n;

/**
 * Nanoseconds since 1970 of a ledger's `seconds.nanoseconds`.
 *
 * @throws SyntaxError for another text, which the schema of the query service lets through nowhere.
 */
export function nanosecondsOf(timestamp: string): bigint {
  const [seconds = "", fraction = ""] = timestamp.split(".");
  return BigInt(seconds) * NANOSECONDS + BigInt(fraction.padEnd(9, "0"));
}

export function nanosecondsOfSeconds(seconds: number): bigint {
  return BigInt(seconds) * NANOSECONDS;
}

/** ISO 8601, to the second. */
export function timeOf(nanoseconds: bigint): string {
  return utcSecond(new Date(Number(nanoseconds / NANOSECONDS) * 1000));
}
