const FILTER = /^(?:(eq|gt|gte|lt|lte|ne):)?([^:]+)$/;
const TIMESTAMP = /^(\d{1,10})(?:\.(\d{1,9}))?$/;

/** A condition on a time in nanoseconds since 1970, on the number of a block or on that of a contract. */
export interface Filter {
  readonly first?: bigint;
  readonly last?: bigint;
  readonly not?: bigint;
}

const FILTERS: Readonly<Record<string, (value: bigint) => Filter>> = {
  eq: (value) => ({ first: value, last: value }),
  gt: (value) => ({ first: value + 1n }),
  gte: (value) => ({ first: value }),
  lt: (value) => ({ last: value - 1n }),
  lte: (value) => ({ last: value }),
  ne: (value) => ({ not: value }),
};

/** Reads `lt:1795253078.123456789`, and for another `read` `lt:0.0.1001`; undefined when it is not a filter. */
export function parseFilter(
  text: string,
  read: (text: string) => bigint | undefined = readTimestamp,
): Filter | undefined {
  const [, operator = "eq", operand = ""] = FILTER.exec(text) ?? [];
  const value = read(operand);
  return value === undefined ? undefined : FILTERS[operator]?.(value);
}

export function readTimestamp(text: string): bigint | undefined {
  const [matched, seconds = "0", fraction = ""] = TIMESTAMP.exec(text) ?? [];
  return matched === undefined
    ? undefined
    : BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** Reads a number with no more digits than these. */
export function readDigits(most: number): (text: string) => bigint | undefined {
  return (text) => (/^\d+$/.test(text) && text.length <= most ? BigInt(text) : undefined);
}

/** The first and the last value that can pass every filter. */
export type Bounds = Required<Omit<Filter, "not">>;

/** Beyond every number and every time in nanoseconds. */
export const UNBOUNDED = 10n ** 20n;

export function boundsOf(filters: readonly Filter[]): Bounds {
  return {
    first: filters.reduce((most, { first = 0n }) => (first > most ? first : most), 0n),
    last: filters.reduce((least, { last = UNBOUNDED }) => (last < least ? last : least), UNBOUNDED),
  };
}

/** True when a record that is valid from `from` on, without end, is valid at some time that passes every filter. */
export function holdsAtSomeTime(from: bigint, filters: readonly Filter[]): boolean {
  const { first, last } = boundsOf([...filters, { first: from }]);
  const excluded = new Set(filters.flatMap(({ not }) => not ?? []));
  const gone = [...excluded].filter((time) => time >= first && time <= last).length;
  return last - first + 1n > BigInt(gone);
}

export function passesAll(value: bigint, filters: readonly Filter[]): boolean {
  const { first, last } = boundsOf(filters);
  return value >= first && value <= last && !filters.some(({ not }) => not === value);
}

/** `seconds.nanoseconds`, as the query service writes times. */
export function formatTimestamp(nanoseconds: bigint): string {
  const fraction = (nanoseconds % 1_000_000_000n).toString().padStart(9, "0");
  return `${nanoseconds / 1_000_000_000n}.${fraction}`;
}
