/** The node answered with an error, or not at all. */
export class RpcError extends Error {
  override readonly name = "RpcError";
}

/** One JSON-RPC call. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>;

const RPC_TIMEOUT_MS = 30_000;

/** A JSON-RPC client for one node, over HTTP. Redirects are refused: nothing but the named node is contacted. */
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

async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
    });
    return await response.json();
  } catch (cause) {
    throw new RpcError("The node did not give a usable answer.", { cause });
  }
}

/** `fetch` refuses URLs with a user and password, and nodes behind a proxy have them. */
function splitCredentials(rpcUrl: string): { url: string; headers: Record<string, string> } {
  const url = new URL(rpcUrl);
  if (url.username === "" && url.password === "") return { url: rpcUrl, headers: {} };
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = "";
  url.password = "";
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}
