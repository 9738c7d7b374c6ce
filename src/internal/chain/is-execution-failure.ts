import { ChainError } from "./chain-port.ts";

/**
 * What nodes say of a call that the contract itself ended with an error: "execution reverted" (geth, anvil, reth), "VM Exception
 * …: reverted" (Hardhat), "VM execution error" (Nethermind), "CONTRACT_REVERT_EXECUTED" (Hedera), and the EVM's other ends.
 */
const EXECUTION =
  /revert|execution error|out of gas|(invalid|undefined|bad) (opcode|instruction|jump)|opcode .{0,20}not defined|stack (under|over)flow|\bCONTRACT_/i;

/** Whether a node made a call, and the contract failed: an answer, and no fault of the node. */
export function isExecutionFailure(error: unknown): boolean {
  return error instanceof ChainError && error.method === "eth_call" && EXECUTION.test(error.message);
}
