import { isLongZero, listAddresses } from "../domain/contract-addresses.ts";
import { type ChainReceipt, type ChainTransaction, ifAnswered, type TracedCreation } from "./chain-port.ts";
import type { CreationFacts, InitCode } from "./deployment-facts.ts";
import {
  type CreationSources,
  hasAppearedIn,
  isCreatedBy,
  readCreate2InitCode,
  readInitCode,
} from "./find-creation.ts";
import { isCreatedOnce, judgeLife, NOT_TRACED } from "./life.ts";

interface Mined {
  readonly transaction: ChainTransaction;
  readonly receipt: ChainReceipt;
  readonly knownFrom: CreationFacts["knownFrom"];
  /** Returns the block's timestamp, which is read at most once. */
  readonly timestampOf: () => Promise<number | undefined>;
}

type Shown = Pick<CreationFacts, "initCode" | "factory" | "statedTimestamp" | "doubt">;

/** Returns the evidence with the executed init code, or the reason why no evidence of the creation was found. */
export async function showCreation(sources: CreationSources, mined: Mined): Promise<Shown | string> {
  const { chain, address, witness, signal } = sources;
  const { transaction, receipt, knownFrom, timestampOf } = mined;
  const { to, hash } = transaction;
  const shownBy = "query-service";
  /** Resolves to undefined if the node doesn't trace transactions. */
  const readTrace = () => ifAnswered(signal, () => chain.creationsIn(hash, signal));
  // Hedera's relay also reports a contract address for an ordinary call, so the address is used only if the transaction
  // has no recipient.
  if (to !== null || !(await isOwn(receipt.contractAddress))) return showByContract();
  const shown = await showDirect();
  // An account that signs was never a contract and uses each nonce only once, so this is the only creation at the
  // address.
  const names = [address, receipt.contractAddress ?? address];
  if (transaction.isSigned && names.some((name) => isCreatedBy(name, transaction))) return shown;
  return addLifeDoubt(shown, readTrace);

  async function showDirect(): Promise<Shown> {
    const direct = { factory: null, statedTimestamp: undefined };
    const proven = readInitCode(transaction, address);
    if (proven !== undefined) return { ...direct, initCode: { bytecode: proven, shownBy: "transaction" } };
    // A signed transaction's input is the init code. If the input is empty, no other source has the init code.
    if (transaction.isSigned) return { ...direct, initCode: undefined };
    const stated = await witness.creation();
    if (stated?.transactionHash !== hash) return { ...direct, initCode: undefined };
    const initCode = await witness.initCode(stated, transaction.input);
    const statedTimestamp = stated.timestamp;
    return { ...direct, statedTimestamp, initCode: initCode && { bytecode: initCode.bytecode, shownBy } };
  }

  /** The hash alone proves nothing, because it could belong to any call. */
  async function showByContract(): Promise<Shown | string> {
    if (to !== null && (await isOwn(to))) return "it called the contract, which already existed";
    const proven = readCreate2InitCode(transaction, address);
    if (proven !== undefined) {
      const initCode = { bytecode: proven, shownBy: "create2", isInAddress: true } as const;
      return addLifeDoubt({ initCode, factory: to, statedTimestamp: undefined }, readTrace);
    }

    const creations = await readTrace();
    const traced = await findOwn(creations ?? []);
    const stated = await witness.creation();
    const isStated = stated?.transactionHash === hash;
    const statedTimestamp = isStated ? stated.timestamp : undefined;
    if (traced !== undefined) {
      const { initCode: bytecode, creator: factory, isCreate2 } = traced;
      const initCode: InitCode = { bytecode, shownBy: "trace", ...(isCreate2 && { isInAddress: true }) };
      const tracedCreation = { initCode, factory, statedTimestamp };
      return isCreatedOnce(traced.address, transaction, creations ?? [])
        ? tracedCreation
        : addLifeDoubt(tracedCreation, async () => creations);
    }
    if (isStated) {
      if (stated.blockNumber !== undefined && stated.blockNumber !== receipt.blockNumber)
        return "the chain and the query service report different blocks for it";
      const initCode = await witness.initCode(stated, undefined);
      return {
        initCode: initCode && { bytecode: initCode.bytecode, shownBy },
        factory: initCode?.creator ?? to ?? receipt.contractAddress,
        statedTimestamp,
        doubt: NOT_TRACED,
      };
    }
    if (creations !== undefined) return "its call trace does not show a lasting creation of the contract";
    if (to === null)
      return receipt.contractAddress === null
        ? "it didn't create a contract"
        : `it created ${receipt.contractAddress}`;
    if (stated != null) return `the query service reports another transaction, ${stated.transactionHash}`;
    // If there is no trace, only the state before and after the transaction's block can show whether the contract was
    // created.
    const appeared = await hasAppearedIn(sources, receipt.blockNumber);
    if (appeared === false) return "the contract did not appear in this transaction's block";
    // Another transaction in that block may have created the contract, and a stored record can't be its own witness.
    const isOnlyClaimed = knownFrom === "record" || (appeared === undefined && knownFrom !== "option");
    if (isOnlyClaimed) return "there is no evidence that it created the contract";
    return { initCode: undefined, factory: to, statedTimestamp: undefined, doubt: NOT_TRACED };
  }

  /** Adds the reason why the contract may have been recreated later. */
  async function addLifeDoubt(
    found: Shown,
    trace: () => Promise<readonly TracedCreation[] | undefined>,
  ): Promise<Shown | string> {
    const past = { ...sources, blockNumber: receipt.blockNumber, timestampOf };
    const life = await judgeLife(past, async () => {
      const creations = await trace();
      return creations && (await findOwn(creations)) !== undefined;
    });
    if (life === "another") return "the address now contains a different contract than the one it created";
    return life === "last" ? found : { ...found, doubt: life.doubt };
  }

  async function findOwn(creations: readonly TracedCreation[]): Promise<TracedCreation | undefined> {
    for (const creation of creations) if (await isOwn(creation.address)) return creation;
    return undefined;
  }

  async function isOwn(other: string | null): Promise<boolean> {
    if (other === null) return false;
    if (other.toLowerCase() === address.toLowerCase()) return true;
    if (!isLongZero(address) && !isLongZero(other)) return false;
    return listAddresses(address, await witness.contract()).includes(other.toLowerCase());
  }
}
