import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Transform } from "node:stream";
import { ownCommand } from "../../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../../errors/problem.ts";
import { createDecoder } from "../../services/http/exchange.ts";

/** Measured on the public verification service: 30 MiB after decompression. */
const BODY_LIMIT_BYTES = 30 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 60_000;

export interface LocalRequest {
  readonly method: string;
  /** Still percent-encoded and without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string | undefined;
  readonly host: string;
  /** @throws BodyProblem */
  body(): Promise<Buffer>;
}

export interface LocalService {
  handle(request: LocalRequest): Promise<Reply>;
  failed(error: unknown): Reply;
}

export type Listener = Awaited<ReturnType<typeof listen>>;

/**
 * @param allowedOrigins Origins, besides those on this computer, whose pages may use the service.
 * @throws VerifyContractError VC902 if the port is unavailable.
 */
export async function listen(service: LocalService, port: number, allowedOrigins: readonly string[]) {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const { headers } = request;
    const refusal = findRefusal(headers, (server.address() as AddressInfo).port, allowedOrigins);
    if (refusal !== undefined) {
      sendReply(response, { status: 403, json: { message: refusal } }, {});
      return;
    }
    void answer(service, request).then((reply) => {
      if (!response.destroyed) sendReply(response, reply, corsHeaders(headers));
    });
  });
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch (error) {
    throw portProblem(port, error as NodeJS.ErrnoException);
  }
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(service: LocalService, request: IncomingMessage): Promise<Reply> {
  if (request.method === "OPTIONS") return { status: 204, text: "" };
  try {
    const [path = "/", ...query] = (request.url ?? "/").split("?");
    return await service.handle({
      method: request.method ?? "GET",
      path,
      query: new URLSearchParams(query.join("?")),
      contentType: request.headers["content-type"],
      host: request.headers.host ?? "",
      body: () => readBody(request),
    });
  } catch (error) {
    return error instanceof Refusal ? error.reply : service.failed(error);
  }
}

function portProblem(port: number, cause: NodeJS.ErrnoException): VerifyContractError {
  return new VerifyContractError("VC902", {
    values: { port },
    facts: [
      ["Address", `127.0.0.1:${port}`],
      ["Reason", cause.code ?? cause.message],
    ],
    next: ownCommand(
      "serve",
      [],
      ["--verification-port", "0"],
      ["--query-port", "0"],
      ["--status-port", "0"],
    ),
    cause,
  });
}

export class BodyProblem extends Error {
  readonly kind: "too-large" | "unknown-encoding" | "broken";

  constructor(kind: BodyProblem["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Longer bodies are read and dropped up to this multiple of the limit, so that their senders still receive the
 * response.
 */
const DRAIN_LIMIT_FACTOR = 4;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const encoding = (request.headers["content-encoding"] ?? "identity").toLowerCase();
  const decoder = createDecoder(encoding);
  if (decoder === "unknown")
    throw new BodyProblem("unknown-encoding", `unsupported content encoding "${encoding}"`);

  let received = 0;
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > BODY_LIMIT_BYTES * DRAIN_LIMIT_FACTOR) request.destroy();
  });
  try {
    return await collect(request, decoder);
  } finally {
    decoder?.destroy();
    await drain(request);
  }
}

function collect(request: IncomingMessage, decoder: Transform | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const broken = ({ message }: Error): void => reject(new BodyProblem("broken", message));
    const source = decoder ?? request;
    const chunks: Buffer[] = [];
    let size = 0;
    source.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
      // A small body can decompress to gigabytes. The caller destroys the decoder on this error.
      else reject(new BodyProblem("too-large", "request entity too large"));
    });
    source.once("end", () => resolve(Buffer.concat(chunks)));
    decoder?.once("error", broken);
    request.once("error", broken);
    request.once("close", () => {
      if (!request.complete) broken(new Error("request aborted"));
    });
    if (decoder !== undefined) request.pipe(decoder);
  });
}

/** If the response were sent before the rest of a body, the sender would only see a broken connection. */
function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  request.unpipe();
  request.resume();
  return new Promise((resolve) => {
    request.once("end", resolve);
    request.once("close", resolve);
  });
}

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"] as const;
const NO_OWN_HOST = "The Host header names another server.";
const FOREIGN_ORIGIN =
  "Pages of this origin may not use the local services. Add the origin with --allow-origin to allow them.";

/**
 * A web page whose host name resolves to 127.0.0.1 (DNS rebinding) still sends that name as Host. Browsers send an
 * Origin with every write, and with every read whose result a page from another origin could see. Other programs send
 * no Origin.
 */
function findRefusal(
  { host, origin }: IncomingHttpHeaders,
  port: number,
  allowedOrigins: readonly string[],
): string | undefined {
  if (!isOwnHost(host, port)) return NO_OWN_HOST;
  if (origin === undefined || isLoopbackOrigin(origin) || allowedOrigins.includes(origin)) return undefined;
  return FOREIGN_ORIGIN;
}

/** Never allows all origins, because any page could then read unpublished sources. */
function corsHeaders({
  origin,
  "access-control-request-headers": wanted,
}: IncomingHttpHeaders): Readonly<Record<string, string>> {
  if (origin === undefined) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, HEAD, POST",
    ...(wanted === undefined ? {} : { "access-control-allow-headers": wanted }),
  };
}

/** @throws VerifyContractError VC106 for a value that no browser sends as Origin, such as `*` or a URL with a path. */
export function readOrigins(values: readonly string[]): readonly string[] {
  return values.map((value) => {
    const origin = httpOrigin(value);
    if (origin !== undefined) return origin;
    const takes = "origins such as https://explorer.example or http://192.168.1.5:8080";
    const next = ownCommand("serve", [], ["--allow-origin", "https://explorer.example"]);
    throw invalidValue("--allow-origin", value, takes, { next });
  });
}

export function isOwnHost(host: string | undefined, port: number): boolean {
  const named = host?.toLowerCase();
  // Browsers omit port 80.
  return LOOPBACK_NAMES.some((name) => named === `${name}:${port}` || (port === 80 && named === name));
}

function isLoopbackOrigin(origin: string): boolean {
  const names: readonly string[] = LOOPBACK_NAMES;
  return httpOrigin(origin) === origin && names.includes(new URL(origin).hostname);
}

/** Undefined for anything except a web page's origin. */
function httpOrigin(value: string): string | undefined {
  const { origin, protocol = "", href } = URL.parse(value) ?? {};
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
}

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

function sendReply(response: ServerResponse, reply: Reply, headers: Readonly<Record<string, string>>): void {
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
