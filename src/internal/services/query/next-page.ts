import type { JsonObject } from "./model.ts";

/** The prefix of every path of a query service. */
const API = "/api/v1/";

/** The next page, according to an answer. */
export type NextPage =
  | { readonly kind: "last" }
  | {
      readonly kind: "next";
      /** Below the base URL. */
      readonly path: string;
      readonly query: readonly (readonly [string, string])[];
    }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Reads `links.next` of an answer. The client follows it only below the configured base URL and to the interface's own
 * paths, never to another origin.
 *
 * @param base The base URL. Behind a proxy it can have a path, which a service that does not know of it leaves out.
 */
export function nextPageOf(answer: JsonObject, base: string): NextPage {
  const { links } = answer;
  if (typeof links !== "object" || links === null || Array.isArray(links)) return { kind: "last" };
  const { next } = links as JsonObject;
  if (next === undefined || next === null || next === "") return { kind: "last" };
  if (typeof next !== "string") return { kind: "refused", reason: "links.next is not a string" };

  const root = new URL(base);
  const url = URL.parse(next, root.origin);
  if (url === null) return { kind: "refused", reason: "links.next is not an address" };
  if (url.origin !== root.origin || url.username !== "" || url.password !== "") {
    return { kind: "refused", reason: "links.next leads to another origin" };
  }
  const prefix = root.pathname.replace(/\/+$/, "");
  const path = url.pathname.startsWith(`${prefix}${API}`) ? url.pathname.slice(prefix.length) : url.pathname;
  if (!path.startsWith(API)) return { kind: "refused", reason: `links.next leads out of ${API}` };
  return { kind: "next", path, query: [...url.searchParams] };
}
