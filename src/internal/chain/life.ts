import { getCreateAddress } from "ethers/address";
import { isLongZero } from "../domain/contract-addresses.ts";
import { isHedera } from "../domain/hedera.ts";
import { type ChainPort, type ChainTransaction, ifAnswered, type TracedCreation } from "./chain-port.ts";
import { stateAt } from "./chain-state.ts";
import { whyDestructible } from "./eip-6780.ts";

/** How many of the sender's earlier transactions may have created the contract's factory. */
export const MOST_NONCES = 256;

/** A creation at an address, and what is there now. */
interface PastCreation {
  readonly chain: ChainPort;
  readonly chainId: number;
  readonly address: string;
  /** The code that is there now, 0x-hex. */
  readonly runtimeBytecode: string;
  readonly blockNumber: number;
  /** Reads the block's timestamp in seconds; undefined where the node does not say. */
  readonly timestampOf: () => Promise<number | undefined>;
  readonly signal: AbortSignal;
}

/**
 * `last`: nothing was created at the address since. `another`: what the transaction created is there no more. Otherwise
 * why that is not known, as a clause.
 */
type Life = "last" | "another" | { readonly doubt: string };

/**
 * Judges whether what a transaction created is still there. Code can't change, so other code is another contract's. After
 * EIP-6780, a contract that outlived its creating transaction is never destroyed.
 *
 * @param isTraced Whether the transaction's call trace shows the creation and no destruction; undefined without a trace.
 */
export async function judgeLife(
  past: PastCreation,
  isTraced: () => Promise<boolean | undefined>,
): Promise<Life> {
  // A number on Hedera is given once.
  if (isLongZero(past.address)) return "last";
  const destructible = await whyDestructible(past.chainId, past.blockNumber, past.timestampOf);
  const traced = destructible === undefined ? await isTraced() : undefined;
  if (traced === false) return "another";
  const code = await codeAfter(past);
  const isToday = code === past.runtimeBytecode.toLowerCase();
  if (code !== undefined && code !== "0x" && !isToday) return "another";
  if (destructible !== undefined) return { doubt: inDoubt(destructible) };
  if (traced === undefined) return { doubt: NOT_TRACED };
  return isToday
    ? "last"
    : { doubt: inDoubt("the node does not show its code after the block of this transaction") };
}

/** A node that can't trace does not show whether the contract was destroyed in the same transaction. */
export const NOT_TRACED = inDoubt("the node does not trace this transaction");

function inDoubt(why: string): string {
  return `the contract may have been destroyed and created anew since: ${why}`;
}

/** undefined where the node has no older state. Hedera's relay shows today's code for every block. */
async function codeAfter({
  chain,
  chainId,
  address,
  blockNumber,
  signal,
}: PastCreation): Promise<string | undefined> {
  if (isHedera(chainId)) return undefined;
  const code = await ifAnswered(signal, () => stateAt(chain, blockNumber).code(address, signal));
  return code?.toLowerCase();
}

/**
 * Whether an address can have been created once only: each creator up to an account made the next one with CREATE, which
 * takes the creator's next nonce. Only a contract that itself exists anew would count from 1 again. An account that signs
 * has never been a contract, and never counts anew.
 *
 * @param address Lower case.
 * @param creations All that the transaction created, a creator before what it created.
 */
export function isCreatedOnce(
  address: string,
  transaction: ChainTransaction,
  creations: readonly TracedCreation[],
): boolean {
  if (!transaction.isSigned) return false;
  if (address === transaction.from) return true;
  const at = creations.findIndex((creation) => creation.address === address);
  const creation = creations[at];
  if (creation === undefined) return isBySender(address, transaction);
  return !creation.isCreate2 && isCreatedOnce(creation.creator, transaction, creations.slice(0, at));
}

/** Whether the sender created it directly, in this transaction or in one of those before it. */
function isBySender(address: string, { from, nonce }: ChainTransaction): boolean {
  if (nonce === undefined) return false;
  for (let earlier = nonce; earlier >= Math.max(0, nonce - MOST_NONCES); earlier--)
    if (getCreateAddress({ from, nonce: earlier }).toLowerCase() === address) return true;
  return false;
}
