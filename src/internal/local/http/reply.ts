import type { ServerResponse } from "node:http";

/** What a service answers. */
export type Reply =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly html: string };

/** Writes a reply; keys with the value `undefined` are left out of JSON. */
export function sendReply(response: ServerResponse, reply: Reply): void {
  const [contentType, text] =
    "html" in reply
      ? ["text/html; charset=utf-8", reply.html]
      : ["application/json; charset=utf-8", JSON.stringify(reply.json)];
  const payload = Buffer.from(text, "utf8");
  response.writeHead(reply.status, {
    "content-type": contentType,
    "content-length": payload.length,
    "x-content-type-options": "nosniff",
  });
  response.end(payload);
}
