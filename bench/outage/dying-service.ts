import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface DyingService extends AsyncDisposable {
  readonly url: string;
}

/**
 * A verification service that knows no contracts, accepts submissions, and stops at the first request for a job. From
 * then on it refuses connections.
 */
export async function dyingService(): Promise<DyingService> {
  const server = createServer((request, response) => {
    const answer = answerTo(request.method ?? "", request.url ?? "");
    request.resume().on("end", () => {
      if (answer === undefined) end();
      else
        response
          .writeHead(answer.status, { "content-type": "application/json" })
          .end(JSON.stringify(answer.body));
    });
  }).listen(0, "127.0.0.1");
  const end = (): void => {
    server.close();
    server.closeAllConnections();
  };
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      if (server.listening) await once(server.close(), "close");
    },
  };
}

/** Returns undefined for a job request. */
function answerTo(
  method: string,
  path: string,
): { readonly status: number; readonly body: unknown } | undefined {
  const [, version, what, chainId, address] = path.split("?")[0]?.split("/") ?? [];
  if (version !== "v2") return { status: 404, body: {} };
  if (method === "POST") return { status: 202, body: { verificationId: crypto.randomUUID() } };
  const none = { match: null, creationMatch: null, runtimeMatch: null };
  return what === "contract" ? { status: 404, body: { ...none, chainId, address } } : undefined;
}
