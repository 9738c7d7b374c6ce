import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/**
 * Starts a proxy that answers plain requests itself, so host names don't have to exist.
 * @param target The end of every tunnel; without it, tunnels are refused.
 */
export async function startProxy(target?: Server, server: Server = createServer()) {
  const asked: [line: string, headers: IncomingHttpHeaders][] = [];
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})));
  server.on("request", ({ method, url, headers }, response) => {
    asked.push([`${method} ${url}`, headers]);
    response.end('{"from":"proxy"}');
  });
  server.on("connect", ({ method, url, headers }, socket: Socket) => {
    asked.push([`${method} ${url}`, headers]);
    if (target === undefined) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const upstream = connect((target.address() as AddressInfo).port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    sockets.add(upstream.on("error", () => socket.destroy()));
    return socket.on("error", () => upstream.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
