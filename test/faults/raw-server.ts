import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A TCP server on loopback that counts who comes. */
export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** Connections so far, whether anything was sent on them or not. */
  readonly connections: () => number;
}

export async function rawServer(greet: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    greet(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Answers to a TLS hello with what is no TLS. */
export function garbage(socket: Socket): void {
  socket.on("data", () => {});
  socket.write("\u0000\u0001\u0002 this is not TLS\r\n".repeat(20));
}
