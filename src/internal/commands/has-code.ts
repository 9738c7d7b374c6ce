import pLimit from "p-limit";
import { ChainError } from "../chain/chain-port.ts";
import { waitForCode } from "../chain/wait-for-code.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import type { OpenChain } from "./open-chain.ts";

const MOST_ASKED_AT_ONCE = 16;

/**
 * Asks whether addresses have code, as patiently as for a contract to verify: a node may be behind the one that
 * deployed it, unless it was deployed long ago.
 *
 * @returns Of an address: undefined where the chain can't be asked.
 */
export function codeAsker(
  { chain, config }: Extract<OpenChain, { kind: "open" }>,
  timeoutMs = config.timeoutMs,
  userSignal?: AbortSignal,
): (address: string, isLongAgo?: boolean) => Promise<boolean | undefined> {
  const inTurn = pLimit(MOST_ASKED_AT_ONCE);
  // The waits between two questions go on side by side, however many addresses there are.
  const code: typeof chain.code = (...asked) => inTurn(() => chain.code(...asked));
  return async (address, isLongAgo) => {
    using deadline = startDeadline(timeoutMs, userSignal);
    const { signal } = deadline;
    try {
      const asked = { ...chain, code };
      const attempts = isLongAgo === true ? 1 : config.appearAttempts;
      const found = await waitForCode(asked, address, attempts, signal, () => {});
      return found.code !== "0x";
    } catch (error) {
      // The contract stays among the others, whose reports say what is wrong with the chain.
      if (error instanceof ChainError || signal.aborted) return undefined;
      throw error;
    }
  };
}
