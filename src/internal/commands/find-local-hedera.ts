import { type LocalHedera, localHederaAt, localHederasBeside } from "../domain/local-hedera.ts";
import { QueryService } from "../services/query/query-service.ts";
import { ServiceError } from "../services/service-error.ts";

/** Milliseconds for each mirror node that may be there. */
const PROBE_MS = 1000;

/**
 * The mirror node and the explorer beside a local relay: by the relay's port, without asking anything. At another port, such
 * as a forwarded one, the ports of the known tools at the relay's host are asked.
 *
 * @param nodeUrl Of the relay; undefined for a chain without one.
 * @param mayAsk Whether anything may be asked: not where the configuration names the mirror node.
 * @returns undefined where there is none.
 */
export async function findLocalHedera(
  nodeUrl: string | undefined,
  mayAsk: boolean,
  signal: AbortSignal | undefined,
): Promise<LocalHedera | undefined> {
  const known = localHederaAt(nodeUrl);
  if (known !== undefined || !mayAsk) return known;
  const possible = localHederasBeside(nodeUrl);
  const answers = await Promise.all(possible.map(({ mirrorUrl }) => isMirror(mirrorUrl, signal)));
  return possible.find((_, index) => answers[index] === true);
}

async function isMirror(url: string, signal: AbortSignal | undefined): Promise<boolean> {
  const query = new QueryService({ url, requestTimeoutMs: PROBE_MS, retry: { attempts: 1 } });
  try {
    // Also a 404 is an answer, if it has a mirror node's form.
    await query.block(0, { signal });
    return true;
  } catch (error) {
    if (error instanceof ServiceError || signal?.aborted === true) return false;
    throw error;
  }
}
