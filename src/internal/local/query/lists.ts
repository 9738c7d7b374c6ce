import type { LocalRequest } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { type Filter, parseFilter } from "./filters.ts";

const DEFAULT_LIMIT = 25;
const MOST_ROWS = 100;

/** What a list is asked for: its filters by query parameter, and its page. */
export interface ListQuery<K extends string> {
  readonly filters: Readonly<Record<K, readonly Filter[]>>;
  readonly isAscending: boolean;
  readonly limit: number;
  /** What is wrong with the request. */
  readonly problems: readonly string[];
}

interface ListOptions {
  /** Further parameters of the list. */
  readonly others?: readonly string[];
  /** @default desc */
  readonly order?: "asc" | "desc";
}

/**
 * Reads the query of a list.
 * @param readers The parameters that filter, each with how its values are read.
 */
export function parseList<K extends string>(
  query: URLSearchParams,
  readers: Readonly<Record<K, (text: string) => bigint | undefined>>,
  { others = [], order: defaultOrder = "desc" }: ListOptions = {},
): ListQuery<K> {
  const order = query.get("order") ?? defaultOrder;
  const limit = query.get("limit") ?? String(DEFAULT_LIMIT);
  const keys = Object.keys(readers) as K[];
  const parsed = keys.map(
    (key) => [key, query.getAll(key).map((text) => parseFilter(text, readers[key]))] as const,
  );
  return {
    filters: Object.fromEntries(
      parsed.map(([key, filters]) => [key, filters.filter((filter) => filter !== undefined)]),
    ) as Record<K, Filter[]>,
    isAscending: order === "asc",
    limit: Math.min(Number(limit), MOST_ROWS),
    problems: [
      ...unknownParameters(query, [...keys, ...others, "order", "limit"]),
      ...parsed.flatMap(([key, filters]) =>
        filters.includes(undefined) ? [`Invalid parameter: ${key}`] : [],
      ),
      ...(/^(asc|desc)$/.test(order) ? [] : ["Invalid parameter: order"]),
      ...(/^[1-9]\d{0,8}$/.test(limit) ? [] : ["Invalid parameter: limit"]),
    ],
  };
}

/** The first rows of a list that pass. */
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
 * One page of a list.
 * @param key The parameter by which the list is paged.
 * @param keyOf Its value for a row: a full page names the next one, which begins after its last row.
 */
export function listReply<R extends object>(
  { path, query }: LocalRequest,
  { isAscending, limit }: Pick<ListQuery<string>, "isAscending" | "limit">,
  rows: Readonly<Record<string, readonly R[]>>,
  key: string,
  keyOf: (row: R) => unknown,
): Reply {
  const [page = []] = Object.values(rows);
  const last = page.at(-1);
  const after = isAscending ? "gt" : "lt";
  const next = new URLSearchParams(
    [...query].filter(([name, value]) => name !== key || !value.startsWith(after)),
  );
  if (last !== undefined) next.append(key, `${after}:${keyOf(last)}`);
  const isFull = last !== undefined && page.length === limit;
  const link = isFull ? `${path}?${next}`.replaceAll("%3A", ":") : null;
  return { status: 200, json: { ...rows, links: { next: link } } };
}

/** Every error of the query service has this body. */
export function queryError(status: number, ...messages: readonly string[]): Reply {
  return { status, json: { _status: { messages: messages.map((message) => ({ message })) } } };
}

export function notFound(): Reply {
  return queryError(404, "Not found");
}

/** One message for each parameter that the endpoint does not know. */
export function unknownParameters(query: URLSearchParams, known: readonly string[]): readonly string[] {
  return [...new Set(query.keys())]
    .filter((name) => !known.includes(name))
    .map((name) => `Unknown query parameter: ${name}`);
}
