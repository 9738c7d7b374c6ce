const FILTER = /^(?:(eq|gt|gte|lt|lte|ne):)?([^:]+)$/;
const TIMESTAMP = /^(\d{1,10})(?:\.(\d{1,9}))?$/;

type Operator = "eq" | "gt" | "gte" | "lt" | "lte" | "ne";

/** A condition on a time in nanoseconds since 1970, on the number of a block or on that of a contract. */
export interface Filter {
  readonly operator: Operator;
  readonly value: bigint;
}

/** Reads `lt:1795253078.123456789`, and for another `read` `lt:0.0.1001`; undefined when it is not a filter. */
export function parseFilter(
  text: string,
  read: (text: string) => bigint | undefined = readTimestamp,
): Filter | undefined {
  const [, operator = "eq", operand = ""] = FILTER.exec(text) ?? [];
  const value = read(operand);
  return value === undefined ? undefined : { operator: operator as Operator, value };
}

export function readTimestamp(text: string): bigint | undefined {
  const [matched, seconds = "0", fraction = ""] = TIMESTAMP.exec(text) ?? [];
  return matched === undefined
    ? undefined
    : BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** The first and the last value that can pass every filter; undefined where there is no bound. */
export interface Bounds {
  readonly first: bigint | undefined;
  readonly last: bigint | undefined;
}

export function boundsOf(filters: readonly Filter[]): Bounds {
  let first: bigint | undefined;
  let last: bigint | undefined;
  const notBefore = (value: bigint): void => {
    if (first === undefined || value > first) first = value;
  };
  const notAfter = (value: bigint): void => {
    if (last === undefined || value < last) last = value;
  };
  for (const { operator, value } of filters) {
    if (operator === "eq" || operator === "gte") notBefore(value);
    if (operator === "eq" || operator === "lte") notAfter(value);
    if (operator === "gt") notBefore(value + 1n);
    if (operator === "lt") notAfter(value - 1n);
  }
  return { first, last };
}

/** True when a record that is valid from `from` on, without end, is valid at some time that passes every filter. */
export function holdsAtSomeTime(from: bigint, filters: readonly Filter[]): boolean {
  const { first = from, last } = boundsOf([...filters, { operator: "gte", value: from }]);
  if (last === undefined) return true;
  const excluded = new Set(filters.filter(({ operator }) => operator === "ne").map(({ value }) => value));
  const gone = [...excluded].filter((time) => time >= first && time <= last).length;
  return last - first + 1n > BigInt(gone);
}

const HOLDS: Readonly<Record<Operator, (value: bigint, wanted: bigint) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  gt: (value, wanted) => value > wanted,
  gte: (value, wanted) => value >= wanted,
  lt: (value, wanted) => value < wanted,
  lte: (value, wanted) => value <= wanted,
  ne: (value, wanted) => value !== wanted,
};

export function passesAll(value: bigint, filters: readonly Filter[]): boolean {
  return filters.every(({ operator, value: wanted }) => HOLDS[operator](value, wanted));
}

/** `seconds.nanoseconds`, as the query service writes times. */
export function formatTimestamp(nanoseconds: bigint): string {
  const fraction = (nanoseconds % 1_000_000_000n).toString().padStart(9, "0");
  return `${nanoseconds / 1_000_000_000n}.${fraction}`;
}
