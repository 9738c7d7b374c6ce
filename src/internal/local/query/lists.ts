import { type LocalRequest, Refusal, type Reply } from "../http/listen.ts";

const DEFAULT_LIMIT = 25;
const MAX_ROWS = 100;

export interface ListQuery<K extends string> {
  readonly filters: Filters<K>;
  readonly isAscending: boolean;
  readonly limit: number;
}

type Filters<K extends string> = Readonly<Record<K, readonly Filter[]>>;
type Readers<K extends string> = Readonly<Record<K, (text: string) => bigint | undefined>>;

export function parseList<K extends string>(
  query: URLSearchParams,
  readers: Readers<K>,
  { others = [] as readonly string[], byDefault = "desc", problems = [] as readonly string[] } = {},
): ListQuery<K> {
  const order = query.get("order") ?? byDefault;
  const limit = query.get("limit") ?? String(DEFAULT_LIMIT);
  const filters = parseFilters(
    query,
    readers,
    [...others, "order", "limit"],
    [
      ...(/^(asc|desc)$/.test(order) ? [] : ["Invalid parameter: order"]),
      ...(/^[1-9]\d{0,8}$/.test(limit) ? [] : ["Invalid parameter: limit"]),
      ...problems,
    ],
  );
  return { filters, isAscending: order === "asc", limit: Math.min(Number(limit), MAX_ROWS) };
}

/**
 * @param others Additional parameters that the endpoint supports.
 * @throws Refusal with one message per problem.
 */
export function parseFilters<K extends string>(
  query: URLSearchParams,
  readers: Readers<K>,
  others: readonly string[],
  problems: readonly string[],
): Filters<K> {
  const keys = Object.keys(readers) as K[];
  const known: readonly string[] = [...keys, ...others];
  const parsed = keys.map(
    (key) => [key, query.getAll(key).map((text) => parseFilter(text, readers[key]))] as const,
  );
  const messages = [
    ...[...new Set(query.keys())]
      .filter((name) => !known.includes(name))
      .map((name) => `Unknown query parameter: ${name}`),
    ...parsed.flatMap(([key, filters]) => (filters.includes(undefined) ? [`Invalid parameter: ${key}`] : [])),
    ...problems,
  ];
  if (messages.length > 0) throw new Refusal(queryError(400, ...messages));
  return Object.fromEntries(
    parsed.map(([key, filters]) => [key, filters.filter((filter) => filter !== undefined)]),
  ) as Record<K, Filter[]>;
}

export async function takeRows<T>(
  rows: AsyncIterable<T> | Iterable<T>,
  limit: number,
  isWanted: (row: T) => boolean,
): Promise<readonly T[]> {
  const taken: T[] = [];
  for await (const row of rows) {
    if (isWanted(row)) taken.push(row);
    if (taken.length === limit) break;
  }
  return taken;
}

/**
 * A full page links to the next page, which starts after the last row of this one.
 *
 * @param key The query parameter for paging.
 * @param field The row's field that contains the parameter's value.
 */
export function listReply<R extends object>(
  { path, query }: LocalRequest,
  { isAscending, limit }: Pick<ListQuery<string>, "isAscending" | "limit">,
  name: string,
  rows: readonly R[],
  key: string,
  field: keyof R,
): Reply {
  const last = rows.at(-1);
  const after = isAscending ? "gt" : "lt";
  const next = new URLSearchParams(
    [...query].filter(([each, value]) => each !== key || !value.startsWith(after)),
  );
  if (last !== undefined) next.append(key, `${after}:${last[field]}`);
  const isFull = last !== undefined && rows.length === limit;
  const link = isFull ? `${path}?${next}`.replaceAll("%3A", ":") : null;
  return { status: 200, json: { [name]: rows, links: { next: link } } };
}

export function queryError(status: number, ...messages: readonly string[]): Reply {
  return { status, json: { _status: { messages: messages.map((message) => ({ message })) } } };
}

export const NOT_FOUND = queryError(404, "Not found");

/** The fields of a row that an EVM chain can't fill. */
export function nulls<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, null>> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}

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

/** Larger than any block number, contract number or time in nanoseconds. */
export const UNBOUNDED = 10n ** 20n;

export function computeBounds(filters: readonly Filter[]): Required<Omit<Filter, "not">> {
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
