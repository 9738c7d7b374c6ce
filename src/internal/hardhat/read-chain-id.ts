import { problem } from "../errors/problem.ts";
import type { ContractReport } from "../reports/model.ts";
import { ChainError, type ChainPort } from "../target/chain-port.ts";

/** Milliseconds for the first question to the node: the configuration, and with it the deadline, depends on the answer. */
const LIMIT_MS = 60_000;

/** Asks the node which chain it is of; where it does not answer, says how that ends for the contract. */
export async function readChainId(
  chain: ChainPort,
  userSignal: AbortSignal | undefined,
): Promise<number | Required<Pick<ContractReport, "outcome" | "error">>> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    return await chain.chainId(userSignal === undefined ? limit : AbortSignal.any([userSignal, limit]));
  } catch (error) {
    if (userSignal?.aborted === true)
      return ended("timed-out", "VC408", [["Waiting for", "the node of the network"]]);
    return ended("unavailable", "VC302", [
      ["Network", chain.networkName],
      ["Asked", error instanceof ChainError ? error.method : "eth_chainId"],
      ["Reason", error instanceof Error ? error.message : String(error)],
    ]);
  }
}

function ended(
  outcome: ContractReport["outcome"],
  code: "VC302" | "VC408",
  facts: readonly (readonly [string, string])[],
): Required<Pick<ContractReport, "outcome" | "error">> {
  const next = "check the url of the network in hardhat.config.ts, then run the command again";
  const it = problem(code, { facts, next });
  return { outcome, error: { ...it, facts: [...it.facts] } };
}
