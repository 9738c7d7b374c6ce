import { getCreateAddress } from "ethers/address";
import { isLongZero } from "../domain/contract-addresses.ts";
import { isHedera } from "../domain/hedera.ts";
import { type ChainTransaction, ifAnswered, type TracedCreation } from "./chain-port.ts";
import { stateAt } from "./chain-state.ts";
import type { CreationSources } from "./find-creation.ts";

/** Maximum number of the sender's earlier transactions to search for the factory's creation. */
export const MAX_NONCES = 256;

interface PastCreation extends Omit<CreationSources, "witness"> {
  readonly blockNumber: number;
  /** Reads the block's timestamp in seconds. Undefined if the node omits it. */
  readonly timestampOf: () => Promise<number | undefined>;
}

/**
 * `last`: nothing was created at the address later. `another`: the contract no longer exists. `doubt`: the reason why
 * neither is certain.
 */
type Life = "last" | "another" | { readonly doubt: string };

/**
 * Code can't change, so different code belongs to a different contract. Under EIP-6780, a contract that still exists
 * after its creation transaction can't be destroyed.
 *
 * @param isTraced True if the call trace shows the creation and no destruction. Undefined if there is no trace.
 */
export async function judgeLife(
  past: PastCreation,
  isTraced: () => Promise<boolean | undefined>,
): Promise<Life> {
  // Hedera never reuses a contract number.
  if (isLongZero(past.address)) return "last";
  const destructible = await explainDestructible(past.chainId, past.blockNumber, past.timestampOf);
  const traced = destructible === undefined ? await isTraced() : undefined;
  if (traced === false) return "another";
  const { chain, address, blockNumber, signal } = past;
  // Hedera's relay returns the current code for every block. Many nodes have no older state.
  const code = isHedera(past.chainId)
    ? undefined
    : await ifAnswered(signal, () => stateAt(chain, blockNumber, signal).code(address));
  const isToday = code === past.runtimeBytecode;
  if (code !== undefined && code !== "0x" && !isToday) return "another";
  if (destructible !== undefined) return { doubt: describeDoubt(destructible) };
  if (traced === undefined) return { doubt: NOT_TRACED };
  return isToday
    ? "last"
    : {
        doubt: describeDoubt(
          "the node doesn't have the code from right after the creation, which could rule this out",
        ),
      };
}

/** The doubt that remains if there is no trace: the creation transaction itself may have destroyed the contract. */
export const NOT_TRACED = describeDoubt("the node can't trace the transaction to rule this out");

function describeDoubt(why: string): string {
  return `the contract may have destroyed itself and been created again later: ${why}`;
}

/**
 * True if only one contract can have been created at the address: an account created the first contract, and each
 * creator created the next one with CREATE, which uses up its nonce. A nonce restarts only if its owner is destroyed
 * and recreated, and an account that signs was never a contract.
 *
 * @param creations All contracts that the transaction created, creators first.
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
  if (creation === undefined) return isCreatedBySender(address, transaction);
  return !creation.isCreate2 && isCreatedOnce(creation.creator, transaction, creations.slice(0, at));
}

function isCreatedBySender(address: string, { from, nonce }: ChainTransaction): boolean {
  if (nonce === undefined) return false;
  for (let earlier = nonce; earlier >= Math.max(0, nonce - MAX_NONCES); earlier--)
    if (getCreateAddress({ from, nonce: earlier }).toLowerCase() === address) return true;
  return false;
}

/**
 * The time or block from which a chain applies EIP-6780, as published by its operators. From then on, contracts can be
 * destroyed only in their creation transaction. On unlisted chains, contracts may be destroyed at any time.
 */
type Activation =
  | { readonly timestampS: number; readonly block?: never }
  | { readonly block: number; readonly timestampS?: never };

const ACTIVATIONS: ReadonlyMap<number, Activation> = new Map<number, Activation>([
  // Ethereum: Cancun (go-ethereum, params/config.go).
  [1, { timestampS: 1710338135 }],
  [11155111, { timestampS: 1706655072 }],
  [17000, { timestampS: 1707305664 }],
  [560048, { timestampS: 0 }],
  // OP Mainnet, Base and their test networks: Ecotone (superchain-registry).
  [10, { timestampS: 1710374401 }],
  [8453, { timestampS: 1710374401 }],
  [11155420, { timestampS: 1708534800 }],
  [84532, { timestampS: 1708534800 }],
  // Arbitrum One: ArbOS 20.
  [42161, { timestampS: 1710424089 }],
  // BNB Smart Chain and Chapel: Cancun (bsc, params/config.go).
  [56, { timestampS: 1718863500 }],
  [97, { timestampS: 1713330442 }],
  // Polygon and Amoy: Napoli (docs.polygon.technology).
  [137, { block: 54876000 }],
  [80002, { block: 5423600 }],
  // Gnosis Chain: Cancun (Nethermind's gnosis.json).
  [100, { timestampS: 1710181820 }],
  // Avalanche C-Chain and Fuji: Etna (avalanchego, upgrade/upgrade.go).
  [43114, { timestampS: 1734368400 }],
  [43113, { timestampS: 1732550400 }],
]);

export const CHAINS_WITH_EIP_6780: readonly number[] = [...ACTIVATIONS.keys()];

/** Explains why a contract created in this block may have been destroyed later. Undefined if that is impossible. */
async function explainDestructible(
  chainId: number,
  block: number,
  timestampOf: () => Promise<number | undefined>,
): Promise<string | undefined> {
  const activation = ACTIVATIONS.get(chainId);
  if (activation === undefined) return "it is unknown whether this chain prevents that (as EIP-6780 does)";
  const at = activation.block === undefined ? await timestampOf() : block;
  if (at === undefined) return "the node doesn't return the block's time, which could rule this out";
  return at < (activation.block ?? activation.timestampS)
    ? "this chain allowed that until EIP-6780, which took effect after the creation"
    : undefined;
}
