import { ChainError, type ChainPort } from "../chain/chain-port.ts";
import type { HostWords } from "../errors/host-words.ts";
import { advice } from "../errors/next-step.ts";
import { type Problem, problem } from "../errors/problem.ts";
import type { ContractReport } from "../report/model.ts";
import { limitedSignal } from "../services/http/limited-signal.ts";
import { cleanText } from "../text/clean-text.ts";
import { messageOf } from "../text/file-reason.ts";

/** Most milliseconds for the first question to the node; a chain may have a longer deadline, but which is not known yet. */
const LIMIT_MS = 60_000;

/** The chain is not known, and with it everything that depends on it. */
export interface NoChainId {
  readonly outcome: ContractReport["outcome"];
  readonly problem: Problem;
}

/**
 * Asks the node which chain it is of; where it does not answer, says how that ends for the contract.
 *
 * @param deadlineMs Milliseconds that the whole verification may take, as far as it is known without the chain.
 */
export async function readChainId(
  chain: ChainPort,
  deadlineMs: number,
  userSignal: AbortSignal | undefined,
  words: HostWords,
): Promise<number | NoChainId> {
  const limitMs = Math.min(LIMIT_MS, deadlineMs);
  const isOver = new Error(`no answer within ${limitMs / 1000} s`);
  using limit = limitedSignal(userSignal, limitMs, () => isOver);
  try {
    return await chain.chainId(limit.signal);
  } catch (error) {
    if (userSignal?.aborted === true)
      return {
        outcome: "timed-out",
        problem: problem("VC408", { facts: [["Waiting for", "the node of the network"]] }),
      };
    return {
      outcome: "unavailable",
      problem: problem(
        "VC302",
        {
          facts: [
            ["Network", chain.networkName],
            ["Asked", error instanceof ChainError ? error.method : "eth_chainId"],
            ["Reason", cleanText(messageOf(error), 300)],
          ],
          next: advice(words.network.checkUrl),
        },
        { words },
      ),
    };
  }
}
