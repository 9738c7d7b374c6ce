import type { Environment } from "../builds/project/foundry-config.ts";
import { fillVariables } from "../builds/project/foundry-endpoints.ts";
import type { NodeRequest } from "../chain/chain-port.ts";
import { rpcChain } from "../chain/rpc-chain.ts";
import { isWebUrl } from "../domain/web-url.ts";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { limitedSignal, waitOrAbandon } from "../services/http/limited-signal.ts";
import { RpcClient } from "../services/rpc/rpc-client.ts";
import { joinWords } from "../text/amounts.ts";
import type { Host, NodeOptions, OpenNetwork } from "./host.ts";
import { getHostPace } from "./http-options.ts";

interface HttpNode {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Timeout per request, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 30_000;

/** Rate-limited requests are retried every 30 s, which outlasts the 60 s window of Hedera's relay. */
const RETRY = { attempts: 3, minDelayMs: 300, maxDelayMs: 15_000 };

/** Creates a client that respects the rate limit of the node's host. Registers secrets in the URL and headers. */
export function createNodeClient(
  { url, headers = {}, timeoutMs = TIMEOUT_MS }: HttpNode,
  { breakers, secrets, ...listener }: NodeOptions,
): RpcClient {
  secrets?.addHeaders(headers);
  secrets?.addNodeUrl(url);
  return new RpcClient({
    url,
    headers,
    requestTimeoutMs: timeoutMs,
    retry: RETRY,
    pace: getHostPace(url),
    breaker: breakers?.of(url),
    ...listener,
  });
}

export interface Provider {
  request(request: { readonly method: string; readonly params: unknown[] }): Promise<unknown>;
}

/** Sends requests through the host's own provider, which doesn't support aborting. */
export function wrapProvider(provider: Provider): NodeRequest {
  return async (method, params, signal) => {
    using limit = limitedSignal(
      signal,
      TIMEOUT_MS,
      () => new Error(`no answer within ${TIMEOUT_MS / 1000} s`),
    );
    return await waitOrAbandon(provider.request({ method, params: [...params] }), limit.signal);
  };
}

export function openNode(
  { name, chainId, ...node }: HttpNode & { readonly name: string; readonly chainId: number | undefined },
  options: NodeOptions,
): OpenNetwork {
  const client = createNodeClient(node, options);
  const chain = rpcChain(name, (...asked) => client.request(...asked));
  return { chain, configuredChainId: chainId, nodeUrl: async () => node.url };
}

/** Returns a function that connects to nodes outside the configuration. Their URLs may contain `${VARIABLE}`. */
export function createUrlOpener(environment: Environment): Host["openUrl"] {
  return async ({ name, url: text, chainId, key }, options) => {
    const { text: url, missing } = fillVariables(text, environment);
    if (missing.length === 0 && isWebUrl(url)) return openNode({ name, url, chainId }, options);
    if (missing.length > 0) throw unsetVariables(key, missing, "in the environment");
    throw new VerifyContractError("VC113", {
      facts: [
        ["Key", key],
        ["Reason", "it isn't an http or https URL"],
      ],
    });
  };
}

/** @param places Where the variables may be set. */
export function unsetVariables(key: string, missing: readonly string[], places: string): VerifyContractError {
  const names = joinWords(missing);
  return new VerifyContractError("VC113", {
    facts: [
      ["Key", key],
      ["Reason", `${names} ${missing.length === 1 ? "is" : "are"} not set ${places}`],
    ],
    next: advice(`set ${names} ${places}`),
  });
}
