import { retryUntilPresent } from "./ask-until-there.ts";
import { ChainError, type ChainPort } from "./chain-port.ts";
import { stateAt } from "./chain-state.ts";

/** The code at an address, and from which state it was read. */
export interface CodeOnChain {
  /** 0x-hex, `0x` for no code. */
  readonly code: string;
  /** After which block; undefined for the latest state, where the node refuses numbers. */
  readonly blockNumber: number | undefined;
}

/**
 * Reads the code at an address after the latest block, waiting for a fresh deployment to appear on the node that is
 * asked.
 *
 * @param attempts How often it is asked.
 * @param onWait Told once, before the first wait.
 */
export async function waitForCode(
  chain: ChainPort,
  address: string,
  attempts: number,
  signal: AbortSignal,
  onWait: () => void,
): Promise<CodeOnChain> {
  let latest = 0;
  let last: CodeOnChain | undefined;
  const ask = async (attempt: number): Promise<CodeOnChain | undefined> => {
    // Several nodes may answer at one URL: one that lags is not to take the others back.
    latest = Math.max(latest, await chain.latestBlock(signal));
    last = await codeAt(chain, address, latest, signal);
    if (last.code !== "0x") return last;
    if (attempt === 1 && attempts > 1) onWait();
    return undefined;
  };
  return (await retryUntilPresent(ask, attempts, signal)) ?? last ?? { code: "0x", blockNumber: latest };
}

async function codeAt(
  chain: ChainPort,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<CodeOnChain> {
  try {
    return { code: await stateAt(chain, block).code(address, signal), blockNumber: block };
  } catch (error) {
    if (!(error instanceof ChainError) || signal.aborted) throw error;
    // Some nodes know no state but the latest, whatever its number.
    return { code: await chain.code(address, signal), blockNumber: undefined };
  }
}
