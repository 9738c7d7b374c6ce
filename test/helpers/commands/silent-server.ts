import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface SilentServer extends AsyncDisposable {
  readonly url: string;
  /** Resolves at the next connection. */
  readonly asked: () => Promise<unknown>;
}

export async function silentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on("error", () => {}))).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => once(server, "connection"),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
