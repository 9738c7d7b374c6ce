import { getCreateAddress } from "ethers/address";

import { ChainError, type ChainPort, type ChainTransaction } from "./chain-port.ts";
import { stateAt } from "./chain-state.ts";
import { retryUntilPresent } from "./retry-until-present.ts";

/** The first step back from the latest block, in blocks. */
const FIRST_STEP = 4;
const GROWTH = 4;
/** How often a block is read from a node that may lag. */
const BLOCK_ATTEMPTS = 3;

/**
 * Finds the transaction that created a contract, by searching for the first block that has its code. Most contracts
 * are verified soon after deployment, so the search starts at the latest block and goes back in growing steps: about
 * 50 calls at most.
 *
 * @param address Lower case or checksummed.
 * @param latest A block that has the contract's code. @default the chain's latest block
 * @returns undefined where the node has no older state, or another contract created this one.
 */
export async function findCreation(
  chain: ChainPort,
  address: string,
  latest: number | undefined,
  signal: AbortSignal,
): Promise<ChainTransaction | undefined> {
  try {
    const newest = latest ?? (await chain.latestBlock(signal));
    const block = await firstBlockWithCode(chain, address, newest, signal);
    return await creatorIn(chain, address, block, signal);
  } catch (error) {
    // A node without older state answers with an error: the hash is then unknown.
    if (error instanceof ChainError && !signal.aborted) return undefined;
    throw error;
  }
}

/**
 * Whether a contract appeared in a block, and another contract created it.
 *
 * @returns undefined where the node has no older state.
 */
export async function appearedIn(
  chain: ChainPort,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    if (block > 0 && (await hasCode(chain, address, block - 1, signal))) return false;
    if (!(await hasCode(chain, address, block, signal))) return false;
    return (await creatorIn(chain, address, block, signal)) === undefined;
  } catch (error) {
    if (error instanceof ChainError && !signal.aborted) return undefined;
    throw error;
  }
}

/** The block's transaction that created the contract directly, not through another contract. */
async function creatorIn(
  chain: ChainPort,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<ChainTransaction | undefined> {
  const transactions = await retryUntilPresent(
    () => chain.transactionsOf(block, signal),
    BLOCK_ATTEMPTS,
    signal,
  );
  if (transactions === undefined) throw new ChainError("eth_getBlockByNumber", `there is no block ${block}`);
  return transactions.find(
    ({ from, to, nonce }) =>
      to === null && getCreateAddress({ from, nonce }).toLowerCase() === address.toLowerCase(),
  );
}

async function firstBlockWithCode(
  chain: ChainPort,
  address: string,
  latest: number,
  signal: AbortSignal,
): Promise<number> {
  let withCode = latest;
  let withoutCode = -1;
  for (let step = FIRST_STEP; withCode > 0; step *= GROWTH) {
    const probe = Math.max(0, withCode - step);
    if (await hasCode(chain, address, probe, signal)) withCode = probe;
    else {
      withoutCode = probe;
      break;
    }
  }
  while (withCode - withoutCode > 1) {
    const middle = Math.floor((withCode + withoutCode) / 2);
    if (await hasCode(chain, address, middle, signal)) withCode = middle;
    else withoutCode = middle;
  }
  return withCode;
}

async function hasCode(
  chain: ChainPort,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<boolean> {
  return (await stateAt(chain, block).code(address, signal)) !== "0x";
}
