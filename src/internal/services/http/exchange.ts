import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { isIP } from "node:net";
import type { Duplex, Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { getOrAdd } from "../../text/memoize.ts";
import { limitedSignal } from "./limited-signal.ts";
import { credentialsRequired, findProxy, getAuthorization, getHost, getPort } from "./urls.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly location?: string | undefined;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
}

/** Large enough to identify an error page. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;

/**
 * One exchange without retries or redirects. Rejects with the error from the proxy, the socket, the HTTP parser or
 * zlib.
 */
export async function sendOnce(request: HttpRequest): Promise<HttpAnswer> {
  const { requestTimeoutMs } = request;
  using limit = limitedSignal(
    request.signal,
    requestTimeoutMs,
    () => new ExchangeError("timeout", `no complete answer within ${requestTimeoutMs} ms`),
  );
  const { signal } = limit;
  try {
    const answer = await exchange(request, signal);
    // An abort discards the unread part of the body, so the text may be incomplete.
    signal.throwIfAborted();
    return answer;
  } catch (error) {
    // An error after an abort, such as a socket error, is often a consequence of the abort.
    if (signal.aborted) throw signal.reason;
    throw error;
  }
}

async function exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  if (request.freshConnection !== true) await removeClosedConnections();
  const { sent, response } = await send(request, signal);
  try {
    return await readAnswer(request, response);
  } finally {
    // A connection with unread or unsent data can't be reused.
    if (!response.readableEnded || !sent.writableFinished) sent.destroy();
  }
}

/**
 * While this process is busy, servers may close kept-alive connections. The first turn of the event loop may end before
 * the sockets are polled, but the second can't.
 */
async function removeClosedConnections(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Sends a request and resolves when the headers of the response have arrived. An abort also ends the body. */
async function send(request: HttpRequest, signal: AbortSignal) {
  signal.throwIfAborted();
  const headers = { "accept-encoding": "gzip, deflate, br", ...request.headers };
  const sent = openRequest({ ...request, headers }, signal);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.on("response", (response) => {
    // A parser error in the middle of the body. An error after the end, such as superfluous bytes, is ignored.
    sent.on("error", (error) => {
      if (!response.complete) response.destroy(error);
    });
    resolve(response);
  });
  sent.on("upgrade", (_response, socket) => {
    socket.destroy();
    reject(new ExchangeError("unusable", "the response switches to another protocol"));
  });
  sent.on("error", reject);
  signal.addEventListener("abort", () => {
    sent.destroy();
    // A request that has no socket yet emits no error.
    reject(signal.reason);
  });
  sent.end(request.body);
  return { sent, response: await promise };
}

async function readAnswer(
  { url, maxResponseBytes }: HttpRequest,
  response: IncomingMessage,
): Promise<HttpAnswer> {
  const { statusCode: status = 0, headersDistinct } = response;
  // A proxy that forwards plain HTTP reads the request and may answer it.
  if (status === 407 && isPlainlyProxied(url, findProxy(url)?.url)) throw credentialsRequired();
  const header = (name: string): string | undefined => headersDistinct[name]?.[0];
  const isSuccess = status >= 200 && status < 300;
  const text = await readBody(
    response,
    header("content-encoding"),
    isSuccess ? maxResponseBytes : Math.min(maxResponseBytes, MAX_ERROR_BODY_BYTES),
    isSuccess ? "fail" : "cut",
  );
  return {
    status,
    text,
    location: header("location"),
    retryAfter: header("retry-after"),
    date: header("date"),
  };
}

/** @param maxBytes Limits both the bytes received and the decompressed bytes. */
async function readBody(
  body: Readable,
  contentEncoding: string | undefined,
  maxBytes: number,
  atLimit: "fail" | "cut",
): Promise<string> {
  const chunks: Buffer[] = [];
  let left = maxBytes;
  let isCut = false;
  const endAtLimit = (): void => {
    if (atLimit === "fail")
      throw new ExchangeError("unusable", `the response is too large (more than ${maxBytes} bytes)`);
    isCut = true;
  };
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left < 0) return endAtLimit();
    }
  };

  let received = 0;
  /** zlib ignores bytes after the end of compressed data, so they would otherwise be read without a limit. */
  const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      received += chunk.length;
      if (received > maxBytes) return endAtLimit();
      yield chunk;
    }
  };

  const decoder = createDecoder(contentEncoding?.trim().toLowerCase() || "identity");
  if (decoder === "unknown")
    throw new ExchangeError("unusable", "the response has a content encoding that was not requested");
  // For a small response, a pipeline would cost more than anything else.
  if (decoder === undefined) await collect(body);
  else
    await pipeline(body, counted, decoder, collect).catch((error: unknown) => {
      // The pipeline fails if it ends early, and a decoder fails if its data is incomplete. Servers announce an
      // encoding for empty bodies too.
      const isEmpty = received === 0 && body.readableEnded;
      if (!isCut && !isEmpty) throw error;
    });
  return Buffer.concat(chunks).toString("utf8");
}

/** @internal Omitted from the published declarations, because the return type comes from Node. */
export function createDecoder(encoding: string): Transform | undefined | "unknown" {
  return encoding === "identity" ? undefined : (DECODERS.get(encoding)?.() ?? "unknown");
}

const DECODERS = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** Milliseconds after which an idle connection is closed. Many servers close theirs after five seconds. */
const IDLE_MS = 4000;

/** An exchange that this client ended. The message completes `No usable answer from the … to GET https://…: `. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
  readonly kind: "timeout" | "unusable";

  constructor(kind: ExchangeError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

const beforeSending = new WeakSet<Error>();

/** True if an error occurred before the request had a socket. */
export function isUnsent(error: unknown): boolean {
  return error instanceof Error && beforeSending.has(error);
}

export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** True to use a new connection: a kept-alive one may be lost just as a request is sent. @default false */
  readonly freshConnection?: boolean;
  readonly connectTimeoutMs: number;
  /** Covers the whole exchange, from connecting to the last byte. */
  readonly requestTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Our own option. Node passes it to `createConnection`, but doesn't pass `signal`. */
interface ConnectOptions extends RequestOptions {
  readonly connectSignal: AbortSignal;
}

/**
 * Opens a request, directly or through the proxy in HTTP_PROXY, HTTPS_PROXY and NO_PROXY (upper or lower case). The
 * caller ends it.
 *
 * @throws VerifyContractError VC108 if the proxy's URL is invalid
 */
function openRequest(request: HttpRequest, signal: AbortSignal): ClientRequest {
  const { url, method, headers, connectTimeoutMs, freshConnection: isFresh = false } = request;
  const proxy = findProxy(url)?.url;
  const [to, tunnelBy] = isPlainlyProxied(url, proxy) ? [proxy] : [url, proxy];
  const path = `${url.pathname}${url.search}`;
  const options: ConnectOptions = {
    ...addressOf(to),
    method,
    path: to === url ? path : `${url.origin}${path}`,
    headers: { ...(to === url ? {} : authorize(to)), host: url.host, ...headers },
    agent: getAgent(to.protocol, connectTimeoutMs, isFresh, tunnelBy),
    connectSignal: signal,
  };
  return loadModule(to.protocol).request(options);
}

/** Many proxies allow tunnels only to port 443. Plain HTTP is therefore sent to the proxy with an absolute URL. */
function isPlainlyProxied(url: URL, proxy: URL | undefined): proxy is URL {
  return url.protocol === "http:" && proxy?.protocol === "http:";
}

function authorize(proxy: URL): Readonly<Record<string, string>> {
  const authorization = getAuthorization(proxy);
  return authorization === undefined ? {} : { "proxy-authorization": authorization };
}

function addressOf(url: URL): { readonly host: string; readonly port: string } {
  return { host: getHost(url), port: getPort(url) };
}

/** Loads `https` only if needed. An `import` would read every export of the module, which would load Node's own fetch and WebSocket. */
function loadModule(protocol: string) {
  return protocol === "https:"
    ? process.getBuiltinModule("node:https")
    : process.getBuiltinModule("node:http");
}

/** One agent per combination of options, so clients share connections. */
const agents = new Map<string, Agent>();

function getAgent(protocol: string, connectTimeoutMs: number, isFresh: boolean, tunnelBy?: URL): Agent {
  const key = JSON.stringify([protocol, connectTimeoutMs, isFresh, tunnelBy?.href]);
  return getOrAdd(agents, key, () => createAgent(protocol, connectTimeoutMs, isFresh, tunnelBy));
}

/**
 * Creates an agent that passes a socket to its request once it is connected. An error before that proves that nothing
 * was sent. A request written during the handshake would also turn every TLS error into EPROTO. Idle connections don't
 * keep the process alive. The agent closes them after a while, or earlier if the server announces a shorter timeout.
 */
function createAgent(protocol: string, connectTimeoutMs: number, isFresh: boolean, tunnelBy?: URL): Agent {
  const { Agent } = loadModule(protocol);
  const agent = new Agent({ keepAlive: !isFresh, timeout: IDLE_MS });
  const open = agent.createConnection.bind(agent) as (options: object) => Duplex;
  const connected = protocol === "https:" ? "secureConnect" : "connect";
  const connect = async (options: ConnectOptions): Promise<Duplex> => {
    const { connectSignal } = options;
    if (tunnelBy === undefined)
      return await untilConnected(open(options), connected, connectTimeoutMs, connectSignal);
    const socket = await openTunnel(options, tunnelBy, connectTimeoutMs);
    if (protocol === "http:") return socket;
    return await untilConnected(open({ ...options, socket }), connected, connectTimeoutMs, connectSignal);
  };
  agent.createConnection = (options, callback) => {
    connect(options as ConnectOptions).then(
      (socket) => callback?.(null, socket),
      (error: Error) => {
        beforeSending.add(error);
        (callback as (error: Error) => void)(error);
      },
    );
    return undefined;
  };
  return agent;
}

/** Waits until a socket is connected, within a time limit that covers DNS, TCP and TLS. */
async function untilConnected(
  socket: Duplex,
  connected: "connect" | "secureConnect",
  limitMs: number,
  signal: AbortSignal,
): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const abort = (): void => {
    socket.destroy(signal.reason);
  };
  using _ = limitConnecting(limitMs, (error) => socket.destroy(error));
  socket.once(connected, () => resolve(socket)).on("error", reject);
  signal.addEventListener("abort", abort);
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Calls `stop` with an error after the time limit, unless disposed. */
function limitConnecting(limitMs: number, stop: (error: Error) => void): Disposable {
  let last: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    // The response may have arrived while this process was busy.
    last = setImmediate(() => stop(new ExchangeError("timeout", "no connection within the time limit")));
  }, limitMs);
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      clearImmediate(last);
    },
  };
}

async function openTunnel(
  { host, port, connectSignal }: ConnectOptions,
  proxy: URL,
  connectTimeoutMs: number,
): Promise<Duplex> {
  const target = `${host?.includes(":") ? `[${host}]` : host}:${port}`;
  const address = addressOf(proxy);
  const options: ConnectOptions & { readonly servername: string } = {
    ...address,
    // Otherwise, Node would expect the certificate of the host in the Host header.
    servername: isIP(address.host) === 0 ? address.host : "",
    method: "CONNECT",
    path: target,
    headers: { host: target, "proxy-connection": "keep-alive", ...authorize(proxy) },
    agent: getAgent(proxy.protocol, connectTimeoutMs, true),
    signal: connectSignal,
    connectSignal,
  };
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const request = loadModule(proxy.protocol)
    .request(options)
    .once("connect", ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(
        statusCode === 407
          ? credentialsRequired()
          : new Error(`the proxy answered ${statusCode} to CONNECT ${target}`),
      );
    })
    .on("error", reject);
  request.end();
  using _ = limitConnecting(connectTimeoutMs, (error) => request.destroy(error));
  return await promise;
}
