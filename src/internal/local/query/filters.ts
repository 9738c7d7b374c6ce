const FILTER = /^(?:(eq|gt|gte|lt|lte|ne):)?([^:]+)$/;
const TIMESTAMP = /^(\d{1,10})(?:\.(\d{1,9}))?$/;

/** A condition on a time in nanoseconds since 1970, a block number or a contract number. */
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

/** Reads `lt:1795253078.123456789`, or `lt:0.0.1001` with a different `read`. */
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

export function readDigits(most: number): (text: string) => bigint | undefined {
  return (text) => (/^\d+$/.test(text) && text.length <= most ? BigInt(text) : undefined);
}

export type Bounds = Required<Omit<Filter, "not">>;

/** Larger than any block number, contract number or time in nanoseconds. */
export const UNBOUNDED = 10n ** 20n;

export function computeBounds(filters: readonly Filter[]): Bounds {
  return {
    first: filters.reduce((most, { first = 0n }) => (first > most ? first : most), 0n),
    last: filters.reduce((least, { last = UNBOUNDED }) => (last < least ? last : least), UNBOUNDED),
  };
}

/** True if a record that becomes valid at `from` matches all bounds at some later time. `ne` excludes one nanosecond. */
export function matchesAtSomeTime(from: bigint, filters: readonly Filter[]): boolean {
  const { first, last } = computeBounds([...filters, { first: from }]);
  return first <= last;
}

export function passesAll(value: bigint, filters: readonly Filter[]): boolean {
  const { first, last } = computeBounds(filters);
  return value >= first && value <= last && !filters.some(({ not }) => not === value);
}

export function formatTimestamp(nanoseconds: bigint): string {
  const fraction = (nanoseconds % 1_000_000_000n).toString().padStart(9, "0");
  return `${nanoseconds / 1_000_000_000n}.${fraction}`;
}
