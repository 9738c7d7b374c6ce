import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Agent, type Dispatcher, EnvHttpProxyAgent, request as undiciRequest } from "undici";
import { limitedSignal } from "./limited-signal.ts";
import { isLoopback } from "./private-host.ts";

/** Large enough to identify an error page. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;

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

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly location?: string | undefined;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
}

export class RequestTimeoutError extends Error {
  override readonly name = "RequestTimeoutError";
}

/** A response whose body was not read. The message is a sentence about the response. */
export class UnreadableBodyError extends Error {
  override readonly name = "UnreadableBodyError";
}

/** One exchange without retries or redirects. Rejects with the error from undici, the socket or zlib. */
export async function sendOnce(request: HttpRequest): Promise<HttpAnswer> {
  const { requestTimeoutMs } = request;
  using limit = limitedSignal(
    request.signal,
    requestTimeoutMs,
    () => new RequestTimeoutError(`no complete answer within ${requestTimeoutMs} ms`),
  );
  const { signal } = limit;
  try {
    return await exchange(request, signal);
  } catch (error) {
    // An error after an abort, such as a socket error, is often a consequence of the abort.
    if (signal.aborted) throw signal.reason;
    throw error;
  }
}

async function exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  const { url, method, requestTimeoutMs, maxResponseBytes } = request;
  const { statusCode, headers, body } = await undiciRequest(url, {
    method,
    headers: { "accept-encoding": "gzip, deflate, br", ...request.headers },
    body: request.body ?? null,
    signal,
    headersTimeout: requestTimeoutMs,
    bodyTimeout: requestTimeoutMs,
    dispatcher: getDispatcher(url, request.connectTimeoutMs, request.freshConnection),
  });
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const isSuccess = statusCode >= 200 && statusCode < 300;
  const text = await readBody(
    body,
    header("content-encoding"),
    isSuccess ? maxResponseBytes : Math.min(maxResponseBytes, MAX_ERROR_BODY_BYTES),
    isSuccess ? "fail" : "cut",
  );
  return {
    status: statusCode,
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
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left >= 0) continue;
      if (atLimit === "cut") return;
      throw tooLarge(maxBytes);
    }
  };

  const decoder = createDecoder(contentEncoding?.trim().toLowerCase() || "identity");
  if (decoder === "unknown")
    throw new UnreadableBodyError("the answer has a content encoding that was not requested");
  // For a small response, a pipeline would be the main cost.
  if (decoder === undefined) await collect(body);
  else await pipeline(body, counted(maxBytes), decoder, collect);
  return Buffer.concat(chunks).toString("utf8");
}

/** zlib ignores bytes after the end of compressed data, so they would otherwise be read without a limit. */
function counted(maxBytes: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left = maxBytes;
    for await (const chunk of source) {
      left -= chunk.length;
      if (left < 0) throw tooLarge(maxBytes);
      yield chunk;
    }
  };
}

function tooLarge(maxBytes: number): UnreadableBodyError {
  return new UnreadableBodyError(`the answer is too large (more than ${maxBytes} bytes)`);
}

/** @internal Not in the published declarations, because its return type is from Node. */
export function createDecoder(encoding: string): Transform | undefined | "unknown" {
  switch (encoding) {
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return "unknown";
  }
}

const dispatchers = new Map<string, Dispatcher>();

/**
 * Requests use the proxy in HTTP_PROXY, HTTPS_PROXY and NO_PROXY (upper or lower case), except for loopback addresses,
 * which a proxy can't reach.
 *
 * @internal Not in the published declarations, because undici is not installed with the package.
 */
export function getDispatcher(url: URL, connectTimeoutMs: number, isFresh = false): Dispatcher {
  // `||` instead of `??`, because an empty variable means no proxy.
  const httpProxy = process.env.http_proxy || process.env.HTTP_PROXY || "";
  const httpsProxy = process.env.https_proxy || process.env.HTTPS_PROXY || "";
  const noProxy = process.env.no_proxy || process.env.NO_PROXY || "";
  const direct = isLoopback(url) || (httpProxy === "" && httpsProxy === "");

  const key = JSON.stringify([
    connectTimeoutMs,
    isFresh,
    ...(direct ? [] : [httpProxy, httpsProxy, noProxy]),
  ]);
  const known = dispatchers.get(key);
  if (known !== undefined) return known;

  const options = { connect: { timeout: connectTimeoutMs }, ...(isFresh ? { pipelining: 0 } : {}) };
  const made = direct
    ? new Agent(options)
    : new EnvHttpProxyAgent({
        ...options,
        httpProxy,
        httpsProxy,
        noProxy,
        proxyTls: { timeout: connectTimeoutMs },
        // Many proxies allow CONNECT only to port 443, so plain HTTP is sent with an absolute URL.
        proxyTunnel: false,
      });
  dispatchers.set(key, made);
  return made;
}

export interface NamedProxy {
  readonly variable: string;
  readonly url: URL;
}

/** The proxy for a URL. Undefined if none is set or NO_PROXY lists the host. */
export function findProxy(url: URL): NamedProxy | undefined {
  if (isLoopback(url)) return undefined;
  const names =
    url.protocol === "https:"
      ? ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"]
      : ["http_proxy", "HTTP_PROXY"];
  const variable = names.find((name) => (process.env[name] ?? "") !== "");
  const proxy = variable === undefined ? null : URL.parse(process.env[variable] ?? "");
  return variable === undefined || proxy === null ? undefined : { variable, url: proxy };
}
