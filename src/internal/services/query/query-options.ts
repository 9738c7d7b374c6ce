import type { CallOptions } from "../http/http-client.ts";

type QueryValue = string | number | bigint | boolean;

/** Query parameters by name. A list repeats its parameter; an undefined value is omitted. */
export type QueryParameters = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;

/** Options of an endpoint that forwards its query parameters. */
export interface QueryOptions extends CallOptions {
  /** Forwarded unchanged, such as `{ limit: 100, order: "desc", "account.id": ["gte:0.0.1000", "lt:0.0.2000"] }`. */
  readonly query?: QueryParameters | undefined;
}

/** As they stand in a URL, in the given order. */
export function queryPairs(query: QueryParameters = {}): readonly (readonly [name: string, value: string])[] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = typeof value === "object" ? value : [value];
    return values.map((each) => [name, String(each)] as const);
  });
}
