import type { LocalRequest } from "../http/listen.ts";
import { Refusal, type Reply } from "../http/reply.ts";
import { type Filter, parseFilter } from "./filters.ts";

const DEFAULT_LIMIT = 25;
const MAX_ROWS = 100;

export interface ListQuery<K extends string> {
  readonly filters: Filters<K>;
  readonly isAscending: boolean;
  readonly limit: number;
}

type Filters<K extends string> = Readonly<Record<K, readonly Filter[]>>;
type Readers<K extends string> = Readonly<Record<K, (text: string) => bigint | undefined>>;

interface ListOptions {
  readonly others?: readonly string[];
  /** @default desc */
  readonly order?: "asc" | "desc";
  readonly problems?: readonly string[];
}

export function parseList<K extends string>(
  query: URLSearchParams,
  readers: Readers<K>,
  { others = [], order: defaultOrder = "desc", problems = [] }: ListOptions = {},
): ListQuery<K> {
  const order = query.get("order") ?? defaultOrder;
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
 * @param others Further parameters that the endpoint supports.
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
