import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { type Listening, listening } from "../helpers/listening.ts";

interface RpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** Refuses a request, or changes it. */
type Weakness = (request: RpcRequest) => "refuses" | RpcRequest;

export const fullNode: Weakness = (request) => request;

const withoutTraces: Weakness = (request) => (request.method.startsWith("debug_") ? "refuses" : request);

/** Like Hedera's relay: ignores state overrides and traces nothing. */
const likeRelay: Weakness = (request) => withoutTraces(withoutOverrides(request));

const tracesOnly: Weakness = (request) =>
  request.method === "eth_getStorageAt" ? "refuses" : withoutOverrides(request);

function withoutOverrides(request: RpcRequest): RpcRequest {
  return request.method === "eth_call" ? { ...request, params: request.params?.slice(0, 2) ?? [] } : request;
}

export function weakNode(node: string, weakness: Weakness): Promise<Listening> {
  const answer = (request: RpcRequest): Promise<unknown> => answerWeakly(node, weakness(request), request);
  const server = createServer(async (incoming, response) => {
    try {
      const asked = (await json(incoming)) as RpcRequest | readonly RpcRequest[];
      const body = Array.isArray(asked)
        ? await Promise.all(asked.map(answer))
        : await answer(asked as RpcRequest);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    } catch (error) {
      response.destroy(error as Error);
    }
  });
  return listening(server);
}

async function answerWeakly(
  node: string,
  read: "refuses" | RpcRequest,
  { id, method }: RpcRequest,
): Promise<unknown> {
  if (read === "refuses")
    return { jsonrpc: "2.0", id, error: { code: -32601, message: `the method ${method} does not exist` } };
  const answer = await fetch(node, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(read),
  });
  return answer.json();
}

export interface NodeKind {
  readonly name: string;
  readonly weakness: Weakness;
  /** True if a call can replace code, which shows what runs. */
  readonly replaces: boolean;
  readonly traces: boolean;
  readonly reads: boolean;
}

export const NODES: readonly NodeKind[] = [
  { name: "a node that can do all", weakness: fullNode, replaces: true, traces: true, reads: true },
  { name: "a node without traces", weakness: withoutTraces, replaces: true, traces: false, reads: true },
  {
    name: "a relay: no traces, state overrides are ignored",
    weakness: likeRelay,
    replaces: false,
    traces: false,
    reads: true,
  },
  {
    name: "a node without storage reads, on which only traces show what runs",
    weakness: tracesOnly,
    replaces: false,
    traces: true,
    reads: false,
  },
  {
    name: "a relay without storage reads",
    weakness: (request) => (request.method === "eth_getStorageAt" ? "refuses" : likeRelay(request)),
    replaces: false,
    traces: false,
    reads: false,
  },
];
