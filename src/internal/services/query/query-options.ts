import { VerifyContractError } from "../../errors/problem.ts";
import { asObject } from "../../text/is-object.ts";
import type { CallOptions, RequestSpec } from "../http/http-client.ts";
import type { JsonObject } from "../http/parse-json.ts";

type QueryValue = string | number | bigint | boolean;

/** Query parameters by name. A list repeats its parameter; an undefined value is omitted. */
export type QueryParameters = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;

export interface QueryOptions extends CallOptions {
  /** Forwarded unchanged. Example: `{ limit: 100, order: "desc", "account.id": ["gte:0.0.1000", "lt:0.0.2000"] }`. */
  readonly query?: QueryParameters | undefined;
}

export function queryPairs(query: QueryParameters = {}): readonly (readonly [name: string, value: string])[] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const values = typeof value === "object" ? value : [value];
    return values.map((each) => [name, String(each)] as const);
  });
}

const TIMESTAMP = /^((eq|gt|gte|lt|lte|ne):)?\d{1,10}(\.\d{1,9})?$/;

/** @throws VerifyContractError (VC106) if a timestamp has the wrong format */
export function validateTimestamps(timestamp: string | readonly string[] = []): readonly string[] {
  const all = typeof timestamp === "string" ? [timestamp] : timestamp;
  for (const value of all) {
    if (TIMESTAMP.test(value)) continue;
    throw new VerifyContractError("VC106", {
      values: { option: "timestamp", value },
      facts: [
        [
          "Expected",
          "seconds or seconds.nanoseconds, optionally preceded by eq:, gt:, gte:, lt:, lte: or ne:",
        ],
      ],
    });
  }
  return all;
}

/** Trailing zeros in the fraction are ignored. */
export function sameTimestamp(one: string, other: string): boolean {
  return toNanoseconds(one) === toNanoseconds(other);
}

function toNanoseconds(timestamp: string): string {
  const [seconds = "", fraction = ""] = timestamp.replace(/^eq:/, "").split(".");
  return `${Number(seconds)}.${fraction.padEnd(9, "0")}`;
}

const API = "/api/v1/";

/** The request for a page, or the reason to refuse it. */
type NextPage = Pick<RequestSpec, "path" | "query"> | { readonly refused: string };

/**
 * The client follows only links under the configured base URL and to the API's own paths.
 *
 * @param base Behind a proxy, the base URL may include a path prefix that the service's links omit.
 * @returns undefined for the last page.
 */
export function readNextPage(answer: JsonObject, base: string): NextPage | undefined {
  const { next } = asObject(answer.links);
  if (next === undefined || next === null || next === "") return undefined;
  if (typeof next !== "string") return { refused: "links.next is not a string" };

  const root = new URL(base);
  const url = URL.parse(next, root.origin);
  if (url === null) return { refused: "links.next is not a valid URL" };
  if (url.origin !== root.origin || url.username !== "" || url.password !== "") {
    return { refused: "links.next points to another origin" };
  }
  const prefix = root.pathname.replace(/\/+$/, "");
  const path = url.pathname.startsWith(`${prefix}${API}`) ? url.pathname.slice(prefix.length) : url.pathname;
  if (!path.startsWith(API)) return { refused: `links.next points outside ${API}` };
  return { path, query: [...url.searchParams] };
}
