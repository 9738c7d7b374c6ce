import type { Reply } from "../http/reply.ts";

/** Every error of the query service has this body. */
export function queryError(status: number, ...messages: readonly string[]): Reply {
  return { status, json: { _status: { messages: messages.map((message) => ({ message })) } } };
}

export function notFound(): Reply {
  return queryError(404, "Not found");
}
