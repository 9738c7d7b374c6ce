import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { listening } from "../../helpers/listening.ts";
import { OWN_CONNECTION } from "../../helpers/own-connection.ts";

// biome-ignore lint/suspicious/noExplicitAny: a lie reaches into any place of it
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly body: Body;
  /** Replaces the body with text that `JSON.stringify` can't write. */
  readonly text?: string;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Earlier requests with this method and path. */
  readonly count: number;
}

export type Rewrite = (asked: Asked, honest: Answer) => Answer | Promise<Answer>;

/** A loopback server that rewrites a real service's answers. */
export class LyingProxy implements AsyncDisposable {
  readonly url: string;
  readonly #service: string;
  readonly #close: () => Promise<void>;
  readonly #known = new Map<string, Answer>();
  #counts = new Map<string, number>();
  #rewrite: Rewrite | undefined;

  private constructor(service: string, url: string, close: () => Promise<void>) {
    this.#service = service;
    this.url = url;
    this.#close = close;
  }

  static async before(service: string): Promise<LyingProxy> {
    const server = createServer((request, response) => {
      proxy.#handle(request, response).catch((error) => response.destroy(error));
    });
    const { url, close } = await listening(server);
    const proxy = new LyingProxy(service, url, close);
    return proxy;
  }

  /** Takes effect at once; undefined makes the service honest. */
  lie(rewrite: Rewrite | undefined): void {
    this.#rewrite = rewrite;
    this.#counts = new Map();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/" } = incoming;
    const sent = await buffer(incoming);
    const isCompressed = incoming.headers["content-encoding"] === "gzip";
    const body = (isCompressed ? gunzipSync(sent) : sent).toString("utf8");
    const place = `${method} ${path.split("?")[0]}`;
    const count = this.#counts.get(place) ?? 0;
    this.#counts.set(place, count + 1);
    const rewrite = this.#rewrite;
    // A submission to a lying service must not reach the real one.
    const honest =
      rewrite !== undefined && method === "POST"
        ? { status: 202, body: { verificationId: LIED_JOB } }
        : await this.#ask(method, path, body);
    const asked = { method, path, body, count };
    const answer = rewrite === undefined ? honest : await rewrite(asked, structuredClone(honest));
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(answer.text ?? JSON.stringify(answer.body));
  }

  /** Answers are kept, because nothing is submitted while somebody lies. */
  async #ask(method: string, path: string, body: string): Promise<Answer> {
    const known = method === "GET" ? this.#known.get(path) : undefined;
    if (known !== undefined) return known;
    const headers = { "content-type": "application/json", ...OWN_CONNECTION };
    const sent = method === "GET" ? { headers: OWN_CONNECTION } : { method, body, headers };
    const answer = await fetch(`${this.#service}${path}`, sent);
    const read = { status: answer.status, body: await answer.json() };
    if (answer.status === 200 && !path.includes("/verify/")) this.#known.set(path, read);
    return read;
  }
}

export const LIED_JOB = "11111111-2222-4333-8444-555555555555";
