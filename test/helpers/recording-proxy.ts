import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { listening } from "./listening.ts";
import { OWN_CONNECTION } from "./own-connection.ts";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  /** Replaces the body with text that `JSON.stringify` can't write. */
  readonly text?: string;
}

export class RecordingProxy implements AsyncDisposable {
  readonly url: string;
  /** Answers in place of the service, which then doesn't receive the request. */
  answer: (request: RecordedRequest) => Reply | undefined | Promise<Reply | undefined> = () => undefined;
  change: (request: RecordedRequest, reply: Reply) => Reply | Promise<Reply> = (_, reply) => reply;
  readonly close: () => Promise<void>;
  service: string;
  #requests: RecordedRequest[] = [];
  #accepted: RecordedRequest[] = [];

  private constructor(url: string, service: string, close: () => Promise<void>) {
    this.url = url;
    this.service = service;
    this.close = close;
  }

  static async before(service: string): Promise<RecordingProxy> {
    const server = createServer((request, response) => {
      proxy.#handle(request, response).catch((error) => response.destroy(error));
    });
    const { url, close } = await listening(server);
    const proxy = new RecordingProxy(url, service, close);
    return proxy;
  }

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  get submissions(): readonly RecordedRequest[] {
    return this.#requests.filter(({ method }) => method === "POST");
  }

  /** The submissions that started a job. */
  get accepted(): readonly RecordedRequest[] {
    return this.#accepted;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  reset(): void {
    this.#requests = [];
    this.#accepted = [];
    this.answer = () => undefined;
    this.change = (_, reply) => reply;
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/", headers } = incoming;
    const sent = await buffer(incoming);
    const isCompressed = headers["content-encoding"] === "gzip";
    const body = (isCompressed ? gunzipSync(sent) : sent).toString("utf8");
    const request = { method, path, headers, body };
    this.#requests.push(request);
    const own = await this.answer(request);
    const reply = own ?? (await this.change(request, await this.forward(request)));
    if (method === "POST" && reply.status === 202) this.#accepted.push(request);
    response.writeHead(reply.status, { "content-type": "application/json" });
    response.end(reply.text ?? JSON.stringify(reply.body));
  }

  async forward({ method, path, body }: RecordedRequest): Promise<Reply> {
    const headers = { "content-type": "application/json", ...OWN_CONNECTION };
    const sent = { method, headers, ...(method === "GET" ? {} : { body }) };
    const answer = await fetch(`${this.service}${path}`, sent);
    return { status: answer.status, body: await answer.json() };
  }
}
