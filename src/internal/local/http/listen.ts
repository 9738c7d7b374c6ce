import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { own } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { corsHeaders, refusalOf } from "./access.ts";
import { type Body, readBody } from "./body.ts";
import { type Reply, sendReply } from "./reply.ts";

/** Measured on the real verification service: 30 MiB, counted after decompression. */
const BODY_LIMIT_BYTES = 30 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 60_000;

/** One request, as a service sees it. */
export interface LocalRequest {
  readonly method: string;
  /** As sent, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string | undefined;
  /** The Host header, which names this server. */
  readonly host: string;
  body(): Promise<Body>;
}

/** A service: one function from request to reply, and the reply for when that function throws. */
export interface LocalService {
  handle(request: LocalRequest): Promise<Reply>;
  failed(error: unknown): Reply;
}

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1.
 * @param allowedOrigins Origins beside those of this computer whose pages may use the service.
 * @throws VerifyContractError VC902 when the port can't be had.
 */
export async function listen(
  service: LocalService,
  port: number,
  allowedOrigins: readonly string[],
): Promise<Listener> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const { headers } = request;
    const refusal = refusalOf(headers, (server.address() as AddressInfo).port, allowedOrigins);
    if (refusal !== undefined) {
      sendReply(response, { status: 403, json: { message: refusal } }, {});
      return;
    }
    void answer(service, request).then((reply) => {
      if (!response.destroyed) sendReply(response, reply, corsHeaders(headers));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(portProblem(port, error));
    });
    try {
      server.listen(port, "127.0.0.1", resolve);
    } catch (error) {
      // Not a number that a port can have.
      reject(portProblem(port, error as NodeJS.ErrnoException));
    }
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(service: LocalService, request: IncomingMessage): Promise<Reply> {
  if (request.method === "OPTIONS") return { status: 204, text: "" };
  try {
    const [path = "/", query = ""] = splitOnce(request.url ?? "/", "?");
    return await service.handle({
      method: request.method ?? "GET",
      path,
      query: new URLSearchParams(query),
      contentType: request.headers["content-type"],
      host: request.headers.host ?? "",
      body: () => readBody(request, BODY_LIMIT_BYTES),
    });
  } catch (error) {
    return service.failed(error);
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

function portProblem(port: number, cause: NodeJS.ErrnoException): VerifyContractError {
  return new VerifyContractError("VC902", {
    values: { port },
    facts: [
      ["Address", `127.0.0.1:${port}`],
      ["Reason", cause.code ?? cause.message],
    ],
    next: own("serve", ["--verification-port", "0"], ["--query-port", "0"], ["--status-port", "0"]),
    cause,
  });
}
