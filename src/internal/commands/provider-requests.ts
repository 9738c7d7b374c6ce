import type { NodeRequest } from "../chain/node-request.ts";
import { limitedSignal, waitOrAbandon } from "../services/http/limited-signal.ts";

/** As much of an EIP-1193 provider as is asked. */
export interface Provider {
  request(request: { readonly method: string; readonly params: unknown[] }): Promise<unknown>;
}

/** Milliseconds that one request to a provider may take. */
const TIMEOUT_MS = 30_000;

/** How a chain is asked through a host's own provider, which can't be aborted. */
export function providerRequests(provider: Provider): NodeRequest {
  return async (method, params, signal) => {
    using limit = limitedSignal(
      signal,
      TIMEOUT_MS,
      () => new Error(`no answer within ${TIMEOUT_MS / 1000} s`),
    );
    return await waitOrAbandon(provider.request({ method, params: [...params] }), limit.signal);
  };
}
