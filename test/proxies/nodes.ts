import { RecordingProxy } from "../helpers/recording-proxy.ts";

interface RpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** Refuses a request, or changes it. */
type Weakness = (request: RpcRequest) => "refuses" | RpcRequest;

const fullNode: Weakness = (request) => request;

const withoutTraces: Weakness = (request) => (request.method.startsWith("debug_") ? "refuses" : request);

/** Like Hedera's relay: ignores state overrides and traces nothing. */
const likeRelay: Weakness = (request) => withoutTraces(withoutOverrides(request));

const tracesOnly: Weakness = (request) =>
  request.method === "eth_getStorageAt" ? "refuses" : withoutOverrides(request);

function withoutOverrides(request: RpcRequest): RpcRequest {
  return request.method === "eth_call" ? { ...request, params: request.params?.slice(0, 2) ?? [] } : request;
}

export async function weakNode(node: string, weakness: Weakness): Promise<RecordingProxy> {
  const proxy = await RecordingProxy.before(node);
  proxy.answer = async (asked) => {
    const answer = async (request: RpcRequest): Promise<unknown> => {
      const read = weakness(request);
      if (read !== "refuses") return (await proxy.forward({ ...asked, body: JSON.stringify(read) })).body;
      const message = `the method ${request.method} does not exist`;
      return { jsonrpc: "2.0", id: request.id, error: { code: -32601, message } };
    };
    const requests = JSON.parse(asked.body) as RpcRequest | RpcRequest[];
    const body = Array.isArray(requests) ? await Promise.all(requests.map(answer)) : await answer(requests);
    return { status: 200, body };
  };
  return proxy;
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
