import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { CHAIN_ID } from "../support/hardhat.ts";

/** One node and one verification service that serve as several chains and count requests. */
export interface ManyChains extends AsyncDisposable {
  readonly rpcUrl: (chainId: number) => string;
  readonly serviceUrl: string;
  /**
   * Returns the number of requests since the last call: HTTP requests to the service, and JSON-RPC calls, counted
   * individually within a batch.
   */
  readonly takeRequests: () => number;
}

/** Chain ids unknown to all chain lists. */
export function chainIds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => 7_340_001 + index);
}

/** Starts a proxy for a node and a service of one chain that answers for any chain. */
export async function startManyChains(nodeUrl: string, serviceUrl: string): Promise<ManyChains> {
  let requests = 0;
  const server = createServer((request, response) => {
    const [, first = "", second = "", ...rest] = (request.url ?? "").split("/");
    const answer =
      first === "rpc"
        ? answerRpc(nodeUrl, Number(second), request, (calls) => {
            requests += calls;
          })
        : answerService(serviceUrl, [first, second, ...rest], request, () => {
            requests += 1;
          });
    answer.then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => send(response, 502, JSON.stringify({ message: String(error) })),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    rpcUrl: (chainId) => `${url}/rpc/${chainId}`,
    serviceUrl: url,
    takeRequests: () => {
      const taken = requests;
      requests = 0;
      return taken;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Call {
  readonly id: number;
  readonly method: string;
}

async function answerRpc(
  nodeUrl: string,
  chainId: number,
  request: IncomingMessage,
  onCalls: (calls: number) => void,
): Promise<Answer> {
  const body = (await buffer(request)).toString();
  const parsed = JSON.parse(body) as Call | readonly Call[];
  onCalls(Array.isArray(parsed) ? parsed.length : 1);
  if (!Array.isArray(parsed) && (parsed as Call).method === "eth_chainId") {
    const { id } = parsed as Call;
    return { status: 200, body: JSON.stringify({ jsonrpc: "2.0", id, result: `0x${chainId.toString(16)}` }) };
  }
  return forward(nodeUrl, "POST", body, { "content-type": "application/json" });
}

async function answerService(
  serviceUrl: string,
  segments: readonly string[],
  request: IncomingMessage,
  onRequest: () => void,
): Promise<Answer> {
  onRequest();
  const sent = await buffer(request);
  const asked = segments.find((segment) => /^734\d{4}$/.test(segment));
  const path = segments.map((segment) => (segment === asked ? String(CHAIN_ID) : segment)).join("/");
  const { "content-type": type, "content-encoding": encoding } = request.headers;
  const headers = {
    ...(type === undefined ? {} : { "content-type": type }),
    ...(encoding === undefined ? {} : { "content-encoding": String(encoding) }),
  };
  const method = request.method ?? "GET";
  const answer = await forward(`${serviceUrl}/${path}`, method, method === "GET" ? undefined : sent, headers);
  if (asked === undefined) return answer;
  return { ...answer, body: answer.body.replaceAll(`"chainId":"${CHAIN_ID}"`, `"chainId":"${asked}"`) };
}

async function forward(
  url: string,
  method: string,
  body: string | Uint8Array | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, body: await response.text() };
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body);
}
