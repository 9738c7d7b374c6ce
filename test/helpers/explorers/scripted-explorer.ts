import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listening } from "../listening.ts";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  readonly all: Readonly<Record<string, string>>;
  readonly atMs: number;
}

export interface Answer {
  /** @default 200 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as HTML. */
  readonly body: object | string;
}

export type Script = (asked: Asked) => Answer | "silence" | "hang-up";

export interface ScriptedExplorer extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
}

export async function serveExplorer(script: Script): Promise<ScriptedExplorer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void read(request).then((each) => {
      asked.push(each);
      reply(response, script(each));
    });
  });
  return { ...(await listening(server)), asked };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const query = Object.fromEntries(searchParams);
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  const { method = "GET" } = request;
  return { method, path: pathname, query, form, all: { ...query, ...form }, atMs: performance.now() };
}

function reply(response: ServerResponse, answer: ReturnType<Script>): void {
  if (answer === "silence") return;
  if (answer === "hang-up") {
    response.destroy();
    return;
  }
  const { status = 200, headers, body } = answer;
  const isPage = typeof body === "string";
  response.writeHead(status, { "content-type": isPage ? "text/html" : "application/json", ...headers });
  response.end(isPage ? body : JSON.stringify(body));
}

export function ok(result: unknown): Answer {
  return { body: { status: "1", message: "OK", result } };
}

export function notOk(result: string): Answer {
  return { body: { status: "0", message: "NOTOK", result } };
}
