import { sendOnce } from "../../services/http/exchange.ts";

/** The node answered with an error, or not at all. */
export class RpcError extends Error {
  override readonly name = "RpcError";
}

/** One JSON-RPC call. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>;

const RPC_TIMEOUT_MS = 30_000;
/** A block with all its transactions. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** A JSON-RPC client for one node, over HTTP. It follows no redirects, so it contacts only the named node. */
export function connectRpc(rpcUrl: string): Rpc {
  let nextId = 1;
  const { url, headers } = splitCredentials(rpcUrl);
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: nextId++, method, params });
    const answer = await post(url, headers, body);
    if (typeof answer !== "object" || answer === null) throw new RpcError(`${method}: no JSON-RPC answer`);
    if ("error" in answer && answer.error != null) {
      throw new RpcError(`${method}: ${JSON.stringify(answer.error)}`);
    }
    if (!("result" in answer)) throw new RpcError(`${method}: no JSON-RPC answer`);
    return answer.result;
  };
}

async function post(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<unknown> {
  try {
    const { text } = await sendOnce({
      method: "POST",
      url,
      headers: { ...headers, "content-type": "application/json" },
      body,
      freshConnection: true,
      connectTimeoutMs: RPC_TIMEOUT_MS,
      requestTimeoutMs: RPC_TIMEOUT_MS,
      maxResponseBytes: MAX_ANSWER_BYTES,
    });
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new RpcError("The node did not give a usable answer.", { cause });
  }
}

/** Moves the user and password of a URL into the header. */
function splitCredentials(rpcUrl: string): { url: URL; headers: Record<string, string> } {
  const url = new URL(rpcUrl);
  if (url.username === "" && url.password === "") return { url, headers: {} };
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = "";
  url.password = "";
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}
