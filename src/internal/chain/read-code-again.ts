import { ChainError, type ChainPort } from "./chain-port.ts";
import { retryUntilPresent } from "./retry-until-present.ts";

/** What a second reading of a contract's code shows. */
export type CodeAgain =
  | { readonly state: "same" }
  /** Twice the same other code. */
  | { readonly state: "changed"; readonly code: string }
  | { readonly state: "unknown"; readonly reason: string };

/** Enough for a node that lags behind, or a relay whose mirror node fails. */
const MOST_READS = 4;
/** Another code counts only if it is read twice: several nodes can be behind one URL. */
const LEAST_READS = 2;

/**
 * Reads a contract's code once more, from the latest state. The same code is one request.
 *
 * @param code That was read before, 0x-hex.
 * @param attempts The most reads where the node has no code, or fails.
 */
export async function readCodeAgain(
  chain: ChainPort,
  address: string,
  code: string,
  attempts: number,
  signal: AbortSignal,
): Promise<CodeAgain> {
  let other: string | undefined;
  let reason = "the node has no code there now";
  const read = async (): Promise<CodeAgain | undefined> => {
    const now = await chain.code(address, signal).catch((error: unknown) => {
      if (!(error instanceof ChainError) || signal.aborted) throw error;
      reason = `the code could not be read again: ${error.message}`;
    });
    if (now?.toLowerCase() === code.toLowerCase())
      return other === undefined ? { state: "same" } : { state: "unknown", reason: TWO_CODES };
    if (now === undefined || now === "0x") return undefined;
    if (now === other) return { state: "changed", code: now };
    reason = TWO_CODES;
    other = now;
    return undefined;
  };
  const most = Math.max(LEAST_READS, Math.min(attempts, MOST_READS));
  return (await retryUntilPresent(read, most, signal, chain.wait)) ?? { state: "unknown", reason };
}

const TWO_CODES = "the node answers with several codes";
