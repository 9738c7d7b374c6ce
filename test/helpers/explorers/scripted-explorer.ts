import type { IncomingMessage } from "node:http";
import { type Behaviour, json, neverAnswers, serve, text } from "../services/fault-server.ts";

export interface Asked {
  /** The query and the form. */
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
  const server = await serve((request, response, body) => {
    const each = read(request, body);
    asked.push(each);
    behaviourOf(script(each))(request, response);
  });
  return { ...server, asked };
}

function read({ url = "/" }: IncomingMessage, body = ""): Asked {
  const query = Object.fromEntries(new URL(url, "http://localhost").searchParams);
  const form = Object.fromEntries(new URLSearchParams(body));
  return { all: { ...query, ...form }, atMs: performance.now() };
}

function behaviourOf(answer: ReturnType<Script>): Behaviour {
  if (answer === "silence") return neverAnswers;
  if (answer === "hang-up") return (_, response) => response.destroy();
  const { status = 200, headers, body } = answer;
  return typeof body === "string"
    ? text(status, body, { "content-type": "text/html", ...headers })
    : json(status, body, { ...headers });
}

export function ok(result: unknown): Answer {
  return { body: { status: "1", message: "OK", result } };
}

export function notOk(result: string): Answer {
  return { body: { status: "0", message: "NOTOK", result } };
}
