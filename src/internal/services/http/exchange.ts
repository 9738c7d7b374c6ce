import type { ClientRequest, IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ExchangeError, type HttpRequest, mayBeFromProxy, openRequest } from "./connections.ts";
import type { HttpAnswer } from "./failures.ts";
import { limitedSignal } from "./limited-signal.ts";
import { credentialsRequired } from "./proxy.ts";

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

interface Responded {
  readonly sent: ClientRequest;
  readonly response: IncomingMessage;
}

/** Sends a request and resolves when the headers of the response have arrived. An abort ends the response's body too. */
async function send(request: HttpRequest, signal: AbortSignal): Promise<Responded> {
  signal.throwIfAborted();
  const headers = { "accept-encoding": "gzip, deflate, br", ...request.headers };
  const sent = openRequest({ ...request, headers }, signal);
  const { promise, resolve, reject } = Promise.withResolvers<Responded>();
  sent.on("response", (response) => {
    // A parser error in the middle of the body. An error after the end, such as superfluous bytes, is ignored.
    sent.on("error", (error) => {
      if (!response.complete) response.destroy(error);
    });
    resolve({ sent, response });
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
  return await promise;
}

async function readAnswer(
  { url, maxResponseBytes }: HttpRequest,
  response: IncomingMessage,
): Promise<HttpAnswer> {
  const { statusCode: status = 0, headersDistinct } = response;
  if (status === 407 && mayBeFromProxy(url)) throw credentialsRequired();
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
  // For a small response, a pipeline would be the main cost.
  if (decoder === undefined) await collect(body);
  else
    await pipeline(body, counted, decoder, collect).catch((error: unknown) => {
      // A pipeline that ends early fails, and so does a decoder whose data is incomplete. Servers announce an encoding
      // for empty bodies too.
      const isEmpty = received === 0 && body.readableEnded;
      if (!isCut && !isEmpty) throw error;
    });
  return Buffer.concat(chunks).toString("utf8");
}

/** @internal Omitted from the published declarations, because the return type comes from Node. */
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
