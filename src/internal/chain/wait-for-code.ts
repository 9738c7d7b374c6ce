import { type ChainPort, ifAnswered } from "./chain-port.ts";
import { stateAt } from "./chain-state.ts";
import { type Patience, retryFor } from "./retry-until-present.ts";

/** The code at an address, and the state that it was read from. */
export interface CodeOnChain {
  /** 0x-hex, `0x` for no code. */
  readonly code: string;
  /** undefined for the latest state, where the node refuses block numbers. */
  readonly blockNumber: number | undefined;
}

/**
 * Reads the code at an address after the latest block, and waits for a fresh deployment to appear.
 *
 * @param patienceOf Called once, where the first read finds no code.
 */
export async function waitForCode(
  chain: ChainPort,
  address: string,
  signal: AbortSignal,
  patienceOf: () => Patience | Promise<Patience>,
): Promise<CodeOnChain> {
  let latest = 0;
  let last: CodeOnChain = { code: "0x", blockNumber: undefined };
  const ask = async (): Promise<CodeOnChain | undefined> => {
    // One URL can have several nodes behind it: a lagging one must not set the block back.
    latest = Math.max(latest, await chain.latestBlock(signal));
    last = await codeAt(chain, address, latest, signal);
    return last.code === "0x" ? undefined : last;
  };
  const found = (await ask()) ?? (await retryFor(ask, await patienceOf(), signal, chain.wait));
  return found ?? last;
}

async function codeAt(
  chain: ChainPort,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<CodeOnChain> {
  const code = await ifAnswered(signal, () => stateAt(chain, block).code(address, signal));
  if (code !== undefined) return { code, blockNumber: block };
  // Some nodes serve only the latest state, and refuse block numbers.
  return { code: await chain.code(address, signal), blockNumber: undefined };
}
