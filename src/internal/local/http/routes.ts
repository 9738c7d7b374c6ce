import type { LocalRequest } from "./listen.ts";
import type { Reply } from "./reply.ts";

/** Receives the decoded path parameters of its route, in order. */
export type Handler = (request: LocalRequest, ...keys: readonly string[]) => Reply | Promise<Reply>;

/** Keyed by method and path, such as `GET /v2/contract/{chainId}/{address}`. The first matching route wins. */
export type Routes = Readonly<Record<string, Handler>>;

/** Undefined if no route matches. HEAD requests are handled like GET requests. */
export function route(routes: Routes, request: LocalRequest): Reply | Promise<Reply> | undefined {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const segments = splitPath(`${method} ${request.path}`);
  for (const [pattern, handle] of Object.entries(routes)) {
    const wanted = pattern.split("/");
    const fits =
      wanted.length === segments.length &&
      wanted.every((part, at) => isParameter(part) || part === segments[at]);
    if (fits) return handle(request, ...segments.filter((_, at) => isParameter(wanted[at])));
  }
  return undefined;
}

function isParameter(part: string | undefined): boolean {
  return part?.startsWith("{") ?? false;
}

/** A trailing slash doesn't matter. */
function splitPath(path: string): readonly string[] {
  const parts = path.split("/");
  return (parts.at(-1) === "" ? parts.slice(0, -1) : parts).map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}
