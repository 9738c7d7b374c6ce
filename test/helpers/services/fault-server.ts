import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createKeeper } from "node:net";
import { gunzipSync } from "node:zlib";
import { listening } from "../listening.ts";

export type Behaviour = (request: IncomingMessage, response: ServerResponse, body?: string) => void;

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The client's port, which is the same for all requests on a connection. */
  readonly port: number;
}

export interface FaultServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
}

/** Starts a loopback server with one behaviour per request. The last one repeats. */
export function serve(...behaviours: readonly Behaviour[]): Promise<FaultServer> {
  return serveAt(0, behaviours);
}

export async function refuseAtFirst(...behaviours: readonly Behaviour[]) {
  const { port, free } = await heldPort();
  let opened: FaultServer | undefined;
  return {
    url: notLoopback(`http://127.0.0.1:${port}`),
    open: async () => {
      free();
      opened = await serveAt(port, behaviours);
    },
    [Symbol.asyncDispose]: async () => {
      free();
      await opened?.[Symbol.asyncDispose]();
    },
  };
}

async function serveAt(port: number, behaviours: readonly Behaviour[]): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const behaviour = behaviours[Math.min(requests.length, behaviours.length - 1)];
    const chunks: Buffer[] = [];
    const seen = { port: request.socket.remotePort ?? 0, body: "" };
    requests.push({
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      get body() {
        return seen.body;
      },
      port: seen.port,
    });
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      seen.body = (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString("utf8");
      behaviour?.(request, response, seen.body);
    });
  });
  return { ...(await listening(server, port)), requests };
}

export async function deadUrl(): Promise<string> {
  return `http://127.0.0.1:${(await heldPort()).port}`;
}

export interface HeldPort {
  readonly port: number;
  readonly free: () => void;
}

/**
 * Occupies a loopback port with an outgoing connection, so nothing can listen on it. A port that is merely free may be
 * taken by another process at any time.
 *
 * The port is below those that systems give to outgoing connections. Several of these may share a port, and each would
 * prevent a server from listening there until its TIME_WAIT ends.
 */
export async function heldPort(): Promise<HeldPort> {
  const keeper = createKeeper((socket) => socket.on("error", () => {}).unref()).unref();
  await new Promise<void>((resolve) => keeper.listen(0, "127.0.0.1", resolve));
  const { port: keeperPort } = keeper.address() as AddressInfo;
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(20_000, 32_000);
    const socket = connect({ host: "127.0.0.1", port: keeperPort, localPort: port });
    try {
      await once(socket, "connect");
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
      continue;
    }
    socket.on("error", () => {}).unref();
    return {
      port,
      free: () => {
        // A reset skips TIME_WAIT, which would keep the port occupied.
        socket.resetAndDestroy();
        keeper.close();
      },
    };
  }
}

const MAX_ATTEMPTS = 20;

/** The same port under an address that doesn't look local: clients retry refused connections to it. */
export function notLoopback(url: string): string {
  return url.replace("127.0.0.1", "0.0.0.0");
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return text(status, JSON.stringify(body), { "content-type": "application/json", ...headers });
}

export function text(status: number, body: string | Buffer, headers: Record<string, string> = {}): Behaviour {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** A JSON-RPC response with the request's id, unless `answer` has its own. */
export function rpc(answer: object, status = 200, headers: Record<string, string> = {}): Behaviour {
  return (request, response, body = "{}") =>
    json(status, { jsonrpc: "2.0", id: JSON.parse(body).id, ...answer }, headers)(request, response);
}

export const reset: Behaviour = (request) => {
  request.socket.resetAndDestroy();
};

export const resetInBody: Behaviour = (request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"match":', () => setTimeout(() => request.socket.resetAndDestroy(), 5));
};

export const cutShort: Behaviour = (request, response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"match":', () => request.socket.end());
};

export const neverAnswers: Behaviour = () => {};

export const oneByteAtATime: Behaviour = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
};

export function endless(
  status = 200,
  headers: Record<string, string> = {},
  start = Buffer.alloc(0),
): Behaviour {
  const chunk = Buffer.from("no\n".repeat(20_000));
  return (_request, response) => {
    response.writeHead(status, headers);
    if (start.length > 0) response.write(start);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  };
}

export const badGatewayPage = text(
  502,
  "\r\n\r\n<html>\u001b[31m\u0007 <head><title>502 Bad Gateway</title></head>\n<body>…</body></html>",
  { "content-type": "text/html" },
);
