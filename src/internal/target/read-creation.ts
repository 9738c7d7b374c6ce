import { VerifyContractError } from "../errors/problem.ts";
import { ChainError, type ChainPort } from "./chain-port.ts";
import type { CreationFacts } from "./deployment-facts.ts";
import { appearedIn, findCreation } from "./find-creation.ts";

/** Who may know the creating transaction. Hashes in lower case. */
export interface CreationHints {
  readonly fromOption: string | undefined;
  /** Of the stored record; not trusted, only tried. */
  readonly fromRecord: string | undefined;
}

/**
 * Reads the transaction that created a contract: the one the user named, else the one the record names, else the one
 * that a search of the chain finds.
 *
 * @param address Checksummed.
 * @returns undefined when nobody knows it.
 * @throws VC303 when the one the user named did not create the contract.
 */
export async function readCreation(
  chain: ChainPort,
  address: string,
  hints: CreationHints,
  signal: AbortSignal,
): Promise<CreationFacts | undefined> {
  if (hints.fromOption !== undefined) {
    const read = await readTransaction(chain, address, hints.fromOption, "option", signal);
    if (typeof read !== "string") return read;
    throw new VerifyContractError("VC303", {
      values: { hash: hints.fromOption, address },
      facts: [["Reason", read]],
      likely: "the hash is of another transaction, or of another network",
      next: "leave --creation-tx-hash out: the transaction is searched for",
    });
  }
  if (hints.fromRecord !== undefined) {
    const read = await readTransaction(chain, address, hints.fromRecord, "record", signal);
    if (typeof read !== "string") return read;
  }
  const found = await findCreation(chain, address, signal);
  if (found === undefined) return undefined;
  const read = await readTransaction(chain, address, found.hash, "chain", signal);
  return typeof read === "string" ? undefined : read;
}

/** The facts, or in words why they are none of this contract's. */
async function readTransaction(
  chain: ChainPort,
  address: string,
  hash: string,
  knownFrom: CreationFacts["knownFrom"],
  signal: AbortSignal,
): Promise<CreationFacts | string> {
  const [transaction, receipt] = await Promise.all([
    readOrAbsent(() => chain.transaction(hash, signal), signal, knownFrom),
    readOrAbsent(() => chain.receipt(hash, signal), signal, knownFrom),
  ]);
  if (transaction === undefined || receipt === undefined) return "the chain does not know this transaction";
  if (!receipt.succeeded) return "the transaction failed";
  const createdIt = receipt.contractAddress?.toLowerCase() === address.toLowerCase();
  if (transaction.to === null && !createdIt) {
    return receipt.contractAddress === null
      ? "it created no contract"
      : `it created ${receipt.contractAddress}`;
  }
  if (transaction.to !== null) {
    // Any call could be named here; what it did inside can only be told by what was there before and after it.
    const appeared = await appearedIn(chain, address, receipt.blockNumber, signal);
    if (appeared === false) return "the contract did not appear with this transaction";
    if (appeared === undefined && knownFrom !== "option") return "nothing shows that it created the contract";
  }
  return {
    transactionHash: transaction.hash,
    knownFrom,
    deployer: transaction.from,
    blockNumber: receipt.blockNumber,
    transactionIndex: receipt.transactionIndex,
    timestampS: await readOrAbsent(() => chain.timestampOf(receipt.blockNumber, signal), signal, "chain"),
    // A Hedera contract that was created from a file has a transaction without input.
    creationBytecode: transaction.to === null && transaction.input !== "0x" ? transaction.input : undefined,
  };
}

/** A hash that the user did not give is a hint: a node that fails over it is as good as one that does not know it. */
async function readOrAbsent<T>(
  read: () => Promise<T | undefined>,
  signal: AbortSignal,
  knownFrom: CreationFacts["knownFrom"],
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ChainError && knownFrom !== "option" && !signal.aborted) return undefined;
    throw error;
  }
}
