import type { NodeRequest } from "../../src/internal/chain/chain-port.ts";

/** A service that a node doesn't offer: older state or traces. */
export type Lack = "history" | "traces";

/** Answers as a node that lacks something. */
export function without(lacks: readonly Lack[], node: NodeRequest): NodeRequest {
  return async (method, params, signal) => {
    const isOld =
      method === "eth_getCode" &&
      params[1] !== "latest" &&
      params[1] !== (await node("eth_blockNumber", [], signal));
    if (lacks.includes("history") && isOld) throw rpcError(-32000, "missing trie node");
    if (lacks.includes("traces") && method.startsWith("debug_")) throw rpcError(-32601, "method not found");
    return node(method, params, signal);
  };
}

export function describeNode(lacks: readonly Lack[]): string {
  return lacks.length === 0 ? "a full node" : `a node without ${lacks.join(" and ")}`;
}

function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
