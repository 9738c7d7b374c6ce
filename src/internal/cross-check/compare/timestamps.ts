import { utcSecond } from "../../text/moment.ts";

const NANOSECONDS = 1_000_000_000n;

/** Nanoseconds since 1970 of a ledger's `seconds.nanoseconds`; undefined for another text. */
export function nanosecondsOf(timestamp: string): bigint | undefined {
  const [matched, seconds = "0", fraction = ""] = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(timestamp) ?? [];
  return matched === undefined ? undefined : BigInt(seconds) * NANOSECONDS + BigInt(fraction.padEnd(9, "0"));
}

export function nanosecondsOfSeconds(seconds: number): bigint {
  return BigInt(seconds) * NANOSECONDS;
}

/** ISO 8601, to the second. */
export function timeOf(nanoseconds: bigint): string {
  return utcSecond(new Date(Number(nanoseconds / NANOSECONDS) * 1000));
}
