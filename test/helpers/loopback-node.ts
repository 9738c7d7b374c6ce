import type { NodeRequest } from "../../src/internal/chain/chain-port.ts";

/** Sends JSON-RPC requests to a loopback URL, one POST each. */
export function loopbackNode(url: string): NodeRequest {
  return async (method, params, signal) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal,
    });
    const { result, error } = (await response.json()) as {
      readonly result?: unknown;
      readonly error?: { readonly code: number; readonly message: string };
    };
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
}
