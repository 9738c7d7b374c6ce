const FILTER = /^(?:(eq|gt|gte|lt|lte|ne):)?(\d{1,10})(?:\.(\d{1,9}))?$/;

type Operator = "eq" | "gt" | "gte" | "lt" | "lte" | "ne";

/** A condition on the time at which a record is asked for, in nanoseconds since 1970. */
export interface TimestampFilter {
  readonly operator: Operator;
  readonly nanoseconds: bigint;
}

/** Reads `lt:1795253078.123456789`; undefined when it is not a filter. */
export function parseTimestampFilter(text: string): TimestampFilter | undefined {
  const [matched, operator = "eq", seconds = "0", fraction = ""] = FILTER.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const nanoseconds = BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
  return { operator: operator as Operator, nanoseconds };
}

/** True when a record that is valid from `from` on, without end, is valid at some time that passes every filter. */
export function holdsAtSomeTime(from: bigint, filters: readonly TimestampFilter[]): boolean {
  let first = from;
  let last: bigint | undefined;
  const excluded = new Set<bigint>();
  const notBefore = (time: bigint): void => {
    if (time > first) first = time;
  };
  const notAfter = (time: bigint): void => {
    if (last === undefined || time < last) last = time;
  };
  for (const { operator, nanoseconds } of filters) {
    switch (operator) {
      case "eq":
        notBefore(nanoseconds);
        notAfter(nanoseconds);
        break;
      case "gt":
        notBefore(nanoseconds + 1n);
        break;
      case "gte":
        notBefore(nanoseconds);
        break;
      case "lt":
        notAfter(nanoseconds - 1n);
        break;
      case "lte":
        notAfter(nanoseconds);
        break;
      case "ne":
        excluded.add(nanoseconds);
        break;
    }
  }
  if (last === undefined) return true;
  const end = last;
  const gone = [...excluded].filter((time) => time >= first && time <= end).length;
  return end - first + 1n > BigInt(gone);
}

const HOLDS: Readonly<Record<Operator, (time: bigint, wanted: bigint) => boolean>> = {
  eq: (time, wanted) => time === wanted,
  gt: (time, wanted) => time > wanted,
  gte: (time, wanted) => time >= wanted,
  lt: (time, wanted) => time < wanted,
  lte: (time, wanted) => time <= wanted,
  ne: (time, wanted) => time !== wanted,
};

/** True when a time passes every filter. */
export function passesAll(time: bigint, filters: readonly TimestampFilter[]): boolean {
  return filters.every(({ operator, nanoseconds }) => HOLDS[operator](time, nanoseconds));
}

/** `seconds.nanoseconds`, as the query service writes times. */
export function formatTimestamp(nanoseconds: bigint): string {
  const fraction = (nanoseconds % 1_000_000_000n).toString().padStart(9, "0");
  return `${nanoseconds / 1_000_000_000n}.${fraction}`;
}
