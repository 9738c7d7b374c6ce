import type { ServerResponse } from "node:http";

export type Reply =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly html: string }
  | { readonly status: number; readonly text: string };

export class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`refused with status ${reply.status}`);
    this.reply = reply;
  }
}

export function sendReply(
  response: ServerResponse,
  reply: Reply,
  headers: Readonly<Record<string, string>>,
): void {
  const [contentType, text] = formatBody(reply);
  const payload = Buffer.from(text, "utf8");
  response.writeHead(reply.status, {
    ...headers,
    "content-type": contentType,
    "content-length": payload.length,
    "x-content-type-options": "nosniff",
    "content-security-policy": "frame-ancestors 'none'",
    vary: "Origin",
  });
  response.end(payload);
}

function formatBody(reply: Reply): readonly [contentType: string, text: string] {
  if ("html" in reply) return ["text/html; charset=utf-8", reply.html];
  if ("text" in reply) return ["text/plain; charset=utf-8", reply.text];
  return ["application/json; charset=utf-8", JSON.stringify(reply.json)];
}
