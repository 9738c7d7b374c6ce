import type { Reply } from "../http/reply.ts";

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
