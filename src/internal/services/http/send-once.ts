import { request as undiciRequest } from "undici";
import { dispatcherFor } from "./dispatchers.ts";
import { limitedSignal } from "./limited-signal.ts";
import { readBody } from "./read-body.ts";

/** Enough of an error page to identify it. */
const MAX_ERROR_BODY_BYTES = 64 * 1024;

export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** A connection of its own, so that what may not be sent twice isn't lost with a kept one. @default false */
  readonly freshConnection?: boolean;
  readonly connectTimeoutMs: number;
  /** For the whole exchange, from connecting to the last byte. */
  readonly requestTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly location?: string;
  readonly retryAfter?: string;
  readonly date?: string;
}

/** One request exceeded its own time limit. */
export class RequestTimeoutError extends Error {
  override readonly name = "RequestTimeoutError";
}

/**
 * The only place that sends HTTP: one exchange, no retry, no redirect. It answers with whatever status came, and
 * rejects with what undici, the sockets or zlib threw when no whole answer came.
 */
export async function sendOnce(request: HttpRequest): Promise<HttpAnswer> {
  const { requestTimeoutMs } = request;
  using limit = limitedSignal(
    request.signal,
    requestTimeoutMs,
    () => new RequestTimeoutError(`no whole answer within ${requestTimeoutMs} ms`),
  );
  const { signal } = limit;
  try {
    return await exchange(request, signal);
  } catch (error) {
    // An error after an abort is often its consequence, such as a socket error.
    if (signal.aborted) throw signal.reason;
    throw error;
  }
}

async function exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  const { url, method, requestTimeoutMs } = request;
  const response = await undiciRequest(url, {
    method,
    headers: { "accept-encoding": "gzip, deflate, br", ...request.headers },
    body: request.body ?? null,
    signal,
    headersTimeout: requestTimeoutMs,
    bodyTimeout: requestTimeoutMs,
    dispatcher: dispatcherFor(url, {
      connectTimeoutMs: request.connectTimeoutMs,
      fresh: request.freshConnection === true,
    }),
  });
  const header = (name: string): string | undefined => {
    const value = response.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };

  const ok = response.statusCode >= 200 && response.statusCode < 300;
  const text = await readBody(
    response.body,
    header("content-encoding"),
    ok
      ? { maxBytes: request.maxResponseBytes, atLimit: "fail" }
      : { maxBytes: Math.min(request.maxResponseBytes, MAX_ERROR_BODY_BYTES), atLimit: "cut" },
  );

  const location = header("location");
  const retryAfter = header("retry-after");
  const date = header("date");
  return {
    status: response.statusCode,
    text,
    ...(location === undefined ? {} : { location }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(date === undefined ? {} : { date }),
  };
}
