import type { Chain, ChainBlock, ChainTransaction } from "./chain.ts";

/** The creation of a contract. */
export interface Creation {
  /** The first block at whose end the contract has code. */
  readonly block: ChainBlock;
  /** The transaction without a recipient that created it; undefined for a contract that another contract created. */
  readonly transaction: ChainTransaction | undefined;
}

/** A block with more creating transactions than this is not looked through to its end. */
const MOST_CREATIONS_IN_A_BLOCK = 1_000;

/**
 * Searches the chain for the creation of a contract: halves the range of blocks by asking for the code, then looks
 * at the creating transactions of the one block. At most about forty calls, and the block's receipts.
 * Blocks that `hardhat_mine` only set aside have no code in them, so on such a chain the block can be a later one.
 * `undefined` when the address has no code, or has had it since the first block.
 */
export async function findCreation(chain: Chain, address: string): Promise<Creation | undefined> {
  let later = await chain.latestBlockNumber();
  if ((await chain.code(address, later)) === "0x") return undefined;
  let earlier = 0;
  if ((await chain.code(address, earlier)) !== "0x") return undefined;
  while (later - earlier > 1) {
    const middle = earlier + Math.floor((later - earlier) / 2);
    if ((await chain.code(address, middle)) === "0x") earlier = middle;
    else later = middle;
  }
  const block = await chain.block(later);
  if (block === undefined) return undefined;
  return { block, transaction: await creatorIn(chain, block, address) };
}

async function creatorIn(
  chain: Chain,
  block: ChainBlock,
  address: string,
): Promise<ChainTransaction | undefined> {
  const creations = block.transactions.filter(({ to }) => to == null).slice(0, MOST_CREATIONS_IN_A_BLOCK);
  for (const transaction of creations) {
    if ((await chain.createdContract(transaction.hash)) === address.toLowerCase()) return transaction;
  }
  return undefined;
}
