import { retryUntilPresent } from "./ask-until-there.ts";
import { isBlockNotThere } from "./block-not-there.ts";
import { ChainError, type ChainPort } from "./chain-port.ts";

/** How often a node is asked for a block that another node of the same URL has told of. */
const BLOCK_ATTEMPTS = 4;

/** The state of a chain after one block: all reads of a contract are of it, so that they can't contradict each other. */
export interface ChainState {
  /** 0x-hex, `0x` for no code. */
  code(address: string, signal: AbortSignal): Promise<string>;
  /** 0x-hex of 32 bytes. */
  storage(address: string, slot: string, signal: AbortSignal): Promise<string>;
  /** 0x-hex. */
  call(to: string, data: string, signal: AbortSignal): Promise<string>;
}

/**
 * The state after a block. Behind one URL there may be several nodes, and one that lags has not got the block yet: it
 * is asked again.
 *
 * @param block Undefined for whatever is the latest at each read, where the node refuses numbers.
 */
export function stateAt(chain: ChainPort, block: number | undefined): ChainState {
  return {
    code: (address, signal) => untilBlockIsThere(() => chain.code(address, signal, block), signal),
    storage: (address, slot, signal) =>
      untilBlockIsThere(() => chain.storage(address, slot, signal, block), signal),
    call: (to, data, signal) => untilBlockIsThere(() => chain.call(to, data, signal, block), signal),
  };
}

/** @throws ChainError also where the block does not come. */
async function untilBlockIsThere<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let missing: ChainError | undefined;
  const answer = await retryUntilPresent(
    async () => {
      try {
        return { value: await read() };
      } catch (error) {
        if (!(error instanceof ChainError) || !isBlockNotThere(error.message)) throw error;
        missing = error;
        return undefined;
      }
    },
    BLOCK_ATTEMPTS,
    signal,
  );
  if (answer === undefined) throw missing;
  return answer.value;
}
