import { addressesOf, isLongZero } from "../domain/contract-addresses.ts";
import {
  type ChainPort,
  type ChainReceipt,
  type ChainTransaction,
  ifAnswered,
  type TracedCreation,
} from "./chain-port.ts";
import type { CreationWitness } from "./creation-witness.ts";
import type { CreationFacts, InitCode } from "./deployment-facts.ts";
import { appearedIn, create2InitCodeOf, initCodeOf, isCreateOf } from "./find-creation.ts";
import { isCreatedOnce, judgeLife, NOT_TRACED } from "./life.ts";

/** Where a candidate for the creating transaction is looked up. */
export interface CreationSources {
  readonly chain: ChainPort;
  readonly chainId: number;
  /** Checksummed. */
  readonly address: string;
  /** The code that is there now, 0x-hex. */
  readonly runtimeBytecode: string;
  readonly witness: CreationWitness;
  readonly signal: AbortSignal;
}

interface Mined {
  readonly transaction: ChainTransaction;
  readonly receipt: ChainReceipt;
  readonly knownFrom: CreationFacts["knownFrom"];
  /** Reads its block's timestamp, once. */
  readonly timestampOf: () => Promise<number | undefined>;
}

type Shown = Pick<CreationFacts, "initCode" | "factory" | "statedTimestamp" | "doubt">;

/**
 * What shows that a transaction created the contract, and the init code that it executed.
 *
 * @returns A text where it did not, or nothing shows it.
 */
export async function showCreation(sources: CreationSources, mined: Mined): Promise<Shown | string> {
  const { transaction, receipt } = mined;
  // Hedera's relay also gives a contract's address for a plain call, so it counts only without a recipient.
  if (transaction.to !== null || !(await isOwn(sources, receipt.contractAddress)))
    return showByContract(sources, mined);
  const shown = await showDirect(sources, transaction);
  // An account that signs has never been a contract: it uses each nonce once, so this is the address's only creation.
  const names = [sources.address, receipt.contractAddress ?? sources.address];
  if (transaction.isSigned && names.some((name) => isCreateOf(name, transaction))) return shown;
  return withLife(sources, mined, shown, () => readTrace(sources, transaction.hash));
}

async function showDirect(
  { address, witness }: CreationSources,
  transaction: ChainTransaction,
): Promise<Shown> {
  const shown = { factory: null, statedTimestamp: undefined };
  const proven = initCodeOf(transaction, address);
  if (proven !== undefined) return { ...shown, initCode: { bytecode: proven, shownBy: "transaction" } };
  // An Ethereum transaction has its init code in itself: without it, nothing else has.
  if (transaction.isSigned) return { ...shown, initCode: undefined };
  const stated = await witness.creation();
  if (stated?.transactionHash !== transaction.hash) return { ...shown, initCode: undefined };
  const initCode = await witness.initCode(stated, transaction.input);
  return { ...shown, statedTimestamp: stated.timestamp, initCode: initCode && byQuery(initCode.bytecode) };
}

/** A creation by a contract within the transaction: the hash alone could name any call. */
async function showByContract(sources: CreationSources, mined: Mined): Promise<Shown | string> {
  const { transaction, receipt, knownFrom } = mined;
  const { address, witness } = sources;
  const { to } = transaction;
  if (to !== null && (await isOwn(sources, to))) return "it called the contract, which existed before";
  const proven = create2InitCodeOf(transaction, address);
  if (proven !== undefined) {
    const initCode = { bytecode: proven, shownBy: "create2", isInAddress: true } as const;
    const shown = { initCode, factory: to, statedTimestamp: undefined };
    return withLife(sources, mined, shown, () => readTrace(sources, transaction.hash));
  }

  const creations = await readTrace(sources, transaction.hash);
  const traced = await findOwn(sources, creations ?? []);
  const stated = await witness.creation();
  const isStated = stated?.transactionHash === transaction.hash;
  const statedTimestamp = isStated ? stated.timestamp : undefined;
  if (traced !== undefined) {
    const { initCode: bytecode, creator: factory, isCreate2 } = traced;
    const initCode: InitCode = { bytecode, shownBy: "trace", ...(isCreate2 && { isInAddress: true }) };
    const shown = { initCode, factory, statedTimestamp };
    return isCreatedOnce(traced.address, transaction, creations ?? [])
      ? shown
      : withLife(sources, mined, shown, async () => creations);
  }
  if (isStated) {
    if (stated.blockNumber !== undefined && stated.blockNumber !== receipt.blockNumber)
      return "the chain and the query service name different blocks for it";
    const initCode = await witness.initCode(stated, undefined);
    return {
      initCode: initCode && byQuery(initCode.bytecode),
      factory: initCode?.creator ?? to ?? receipt.contractAddress,
      statedTimestamp,
      doubt: NOT_TRACED,
    };
  }
  if (creations !== undefined)
    return "its call trace does not show that it created the contract, and left it there";
  if (to === null)
    return receipt.contractAddress === null
      ? "it created no contract"
      : `it created ${receipt.contractAddress}`;
  if (stated != null) return `the query service names another transaction, ${stated.transactionHash}`;
  // Only the state before and after its block shows whether it created the contract.
  const appeared = await appearedIn(sources, receipt.blockNumber);
  if (appeared === false) return "the contract did not appear with this transaction";
  // Other transactions of that block may have created it. A stored record is no witness for itself.
  const isOnlyClaimed = knownFrom === "record" || (appeared === undefined && knownFrom !== "option");
  if (isOnlyClaimed) return "nothing shows that it created the contract";
  return { initCode: undefined, factory: to, statedTimestamp: undefined, doubt: NOT_TRACED };
}

async function withLife(
  sources: CreationSources,
  { receipt: { blockNumber }, timestampOf }: Mined,
  shown: Shown,
  trace: () => Promise<readonly TracedCreation[] | undefined>,
): Promise<Shown | string> {
  const life = await judgeLife({ ...sources, blockNumber, timestampOf }, async () => {
    const creations = await trace();
    return creations && (await findOwn(sources, creations)) !== undefined;
  });
  if (life === "another") return "what is at the address now is not what it created";
  return life === "last" ? shown : { ...shown, doubt: life.doubt };
}

function byQuery(bytecode: string): InitCode {
  return { bytecode, shownBy: "query-service" };
}

/** undefined where the node does not trace. */
async function readTrace(
  { chain, signal }: CreationSources,
  hash: string,
): Promise<readonly TracedCreation[] | undefined> {
  return await ifAnswered(signal, () => chain.creationsIn(hash, signal));
}

async function findOwn(
  sources: CreationSources,
  creations: readonly TracedCreation[],
): Promise<TracedCreation | undefined> {
  for (const creation of creations) if (await isOwn(sources, creation.address)) return creation;
  return undefined;
}

async function isOwn({ address, witness }: CreationSources, other: string | null): Promise<boolean> {
  if (other === null) return false;
  if (other.toLowerCase() === address.toLowerCase()) return true;
  if (!isLongZero(address) && !isLongZero(other)) return false;
  return addressesOf(address, await witness.contract()).includes(other.toLowerCase());
}
