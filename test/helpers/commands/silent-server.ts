import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export async function silentServer() {
  const { port, asked, [Symbol.asyncDispose]: dispose } = await rawServer(() => {});
  return { url: `http://127.0.0.1:${port}`, asked, [Symbol.asyncDispose]: dispose };
}

export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** Including connections without any data. */
  readonly connections: () => number;
  readonly open: ReadonlySet<Socket>;
  /** Resolves at the next connection. */
  readonly asked: () => Promise<unknown>;
}

export async function rawServer(greet: (socket: Socket) => void): Promise<RawServer> {
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket.on("error", () => {}).on("close", () => open.delete(socket)));
    greet(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open,
    asked: () => once(server, "connection"),
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
