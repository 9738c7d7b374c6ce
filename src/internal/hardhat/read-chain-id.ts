import { VerifyContractError } from "../errors/problem.ts";
import { ChainError, type ChainPort } from "../target/chain-port.ts";

/** Milliseconds for the first question to the node; the configuration, and with it the deadline, depends on the answer. */
const LIMIT_MS = 60_000;

/** Asks the node which chain it is of. VC302 when it does not answer. */
export async function readChainId(chain: ChainPort, userSignal: AbortSignal | undefined): Promise<number> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    return await chain.chainId(userSignal === undefined ? limit : AbortSignal.any([userSignal, limit]));
  } catch (cause) {
    const method = cause instanceof ChainError ? cause.method : "eth_chainId";
    throw new VerifyContractError("VC302", {
      facts: [
        ["Network", chain.networkName],
        ["Asked", method],
        ["Reason", cause instanceof Error ? cause.message : String(cause)],
      ],
      likely: "the node is not running, or its URL is another one",
      next: "check the url of the network in hardhat.config.ts, then run the command again",
      cause,
    });
  }
}
