import { delayAfterMs, retry } from "../services/retry.ts";
import {
  type CallConditions,
  ChainError,
  type ChainLog,
  type ChainPort,
  type InnerCall,
  isExecutionFailure,
  type TracedCall,
} from "./chain-port.ts";

/** A proxy that calls itself uses up all the gas. Hardhat's node takes 30 s to use up 60,000,000. */
const CALL_GAS = 10_000_000;
/** Enough for about a hundred frames. If there were no limit, the trace of a proxy that calls itself would be huge. */
const TRACE_GAS = 80_000;
/** Maximum number of attempts to read a block that another node behind the same URL already has. */
const BLOCK_ATTEMPTS = 4;

/** The state after one block. All reads for a contract use the same state, so they can't contradict each other. */
export type ChainState = ReturnType<typeof stateAt>;

/**
 * Reads the state after a block. One URL can have several nodes behind it, so a read is retried if a lagging node
 * doesn't have the block yet.
 *
 * @param block If undefined, each read uses the latest state, for nodes that reject block numbers.
 */
export function stateAt(chain: ChainPort, block: number | undefined, signal: AbortSignal) {
  const { seed, wait } = chain;
  const delayMs = (attempt: number, error: Error): number | undefined =>
    error instanceof ChainError && isBlockMissing(error.message) ? delayAfterMs(attempt) : undefined;
  const retried = <T>(read: () => Promise<T>): Promise<T> =>
    retry(read, { attempts: BLOCK_ATTEMPTS, delayMs, wait, signal });
  const limited = async <T>(limit: number, read: (gas?: number) => Promise<T>): Promise<T> => {
    try {
      return await retried(() => read(limit));
    } catch (error) {
      if (!(error instanceof ChainError) || signal.aborted || isExecutionFailure(error)) throw error;
      if (!/\bgas\b/i.test(error.message)) throw error;
      // Tries again with no gas limit, because some nodes count gas differently.
      return retried(() => read());
    }
  };
  return {
    seed,
    signal,
    code: (address: string) => retried(() => chain.code(address, signal, block)),
    storage: (address: string, slot: string) => retried(() => chain.storage(address, slot, signal, block)),
    call: (to: string, data: string, conditions?: CallConditions) =>
      limited(CALL_GAS, (gas) => chain.call(to, data, signal, block, { ...conditions, gas })),
    traceCall: (call: TracedCall): Promise<readonly InnerCall[]> =>
      limited(TRACE_GAS, (gas) => chain.traceCall({ ...call, gas }, signal, block)),
    logs: (address: string, topic: string, fromBlock: number): Promise<readonly ChainLog[]> =>
      retried(() => chain.logs(address, topic, { fromBlock, toBlock: block }, signal)),
  };
}

/**
 * The errors that nodes return for a block that they don't have yet: geth and Nethermind "header not found"; Erigon,
 * Besu and reth "block not found"; Hardhat "Received invalid block tag 9. Latest block number is 8"; anvil
 * "BlockOutOfRangeError: block height is 8 but requested was 9"; Hedera's relay "Unknown block". Excludes errors about
 * pruned state, which never becomes available again.
 */
const MISSING_BLOCK = [
  /\b(header|block)\b.{0,80}\bnot (be )?found\b/i,
  /\bunknown block\b/i,
  /\binvalid block tag\b.{0,40}\blatest block\b/i,
  /\bBlockOutOfRange|\bblock height is \d+ but requested was \d+/i,
  /\b(beyond|after|greater than) (the )?(current |chain )?(head|latest)\b/i,
];

export function isBlockMissing(reason: string): boolean {
  return MISSING_BLOCK.some((words) => words.test(reason));
}
