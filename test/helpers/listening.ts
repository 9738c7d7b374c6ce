import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Listening extends AsyncDisposable {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function listening(server: Server, port = 0): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close, [Symbol.asyncDispose]: close };
}
