import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface SilentServer extends AsyncDisposable {
  readonly url: string;
  /** Resolves at the next connection. */
  readonly asked: () => Promise<unknown>;
}

export async function silentServer(): Promise<SilentServer> {
  const { port, asked, [Symbol.asyncDispose]: dispose } = await rawServer(() => {});
  return { url: `http://127.0.0.1:${port}`, asked, [Symbol.asyncDispose]: dispose };
}

interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** Including connections without any data. */
  readonly connections: () => number;
  readonly asked: SilentServer["asked"];
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
    asked: () => once(server, "connection"),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
