import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface Proxy extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly string[];
}

/** Starts a proxy that answers plain requests itself and refuses tunnels, so host names don't have to exist. */
export async function startProxy(): Promise<Proxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('{"from":"proxy"}');
  });
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
