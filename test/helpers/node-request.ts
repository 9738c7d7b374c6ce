import type { NodeRequest } from "../../src/internal/chain/chain-port.ts";
import { parseJson } from "../../src/internal/services/http/parse-json.ts";
import { OWN_CONNECTION } from "./own-connection.ts";

export function requestTo(url: string): NodeRequest {
  return async (method, params, signal) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...OWN_CONNECTION },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal,
    });
    const answer = parseJson(await response.text()) as {
      result?: unknown;
      error?: { code: number; message: string };
    };
    if (answer.error !== undefined)
      throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    return answer.result;
  };
}
