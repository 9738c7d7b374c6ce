import type { LocalRequest } from "./listen.ts";
import type { Reply } from "./reply.ts";

/** Answers a request; gets the path parameters of its route, decoded, in their order. */
export type Handler = (request: LocalRequest, ...keys: readonly string[]) => Reply | Promise<Reply>;

/** Handlers by method and path, such as `GET /v2/contract/{chainId}/{address}`. The first that fits wins. */
export type Routes = Readonly<Record<string, Handler>>;

/** Answers by the first route that fits; undefined if none does. HEAD is answered as GET. */
export function route(routes: Routes, request: LocalRequest): Reply | Promise<Reply> | undefined {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const segments = segmentsOf(`${method} ${request.path}`);
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

/** Decoded, without an empty last one: a slash at the end changes nothing. */
function segmentsOf(path: string): readonly string[] {
  const parts = path.split("/");
  return (parts.at(-1) === "" ? parts.slice(0, -1) : parts).map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}
