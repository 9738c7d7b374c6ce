import { getCreate2Address } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { dataLength, dataSlice } from "ethers/utils";
import { withoutOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { ChainError, type ChainPort } from "./chain-port.ts";
import type { CreationFacts } from "./deployment-facts.ts";
import { appearedIn, findCreation } from "./find-creation.ts";
import { retryUntilPresent } from "./retry-until-present.ts";

/** Candidates for the creating transaction. Lower-case hashes. */
export interface CreationHints {
  readonly fromOption: string | undefined;
  /** From deployment records, which may be outdated. */
  readonly fromDeployments: readonly string[];
  /** From the stored record, which is not trusted. */
  readonly fromRecord: string | undefined;
}

/** Deployment records list the likeliest hash first. After a few misses, searching the chain is faster. */
const MOST_TRIED = 4;

/**
 * Reads the transaction that created a contract: the one the user named, else one that a deployment record or the
 * stored record names, else the one that a search of the chain finds.
 *
 * @param address Checksummed.
 * @param latest The block after which the code was read; undefined where the node has only the latest state.
 * @returns undefined when no source knows it.
 * @throws VC303 when the transaction that the user named did not create the contract.
 */
export async function readCreation(
  chain: ChainPort,
  address: string,
  hints: CreationHints,
  latest: number | undefined,
  signal: AbortSignal,
): Promise<CreationFacts | undefined> {
  if (hints.fromOption !== undefined) {
    const read = await readTransaction(chain, address, hints.fromOption, "option", signal);
    if (typeof read !== "string") return read;
    throw new VerifyContractError("VC303", {
      values: { hash: hints.fromOption, address },
      facts: [["Reason", read]],
      likely: "the hash belongs to another transaction or another network",
      next: withoutOptions("--creation-tx-hash"),
    });
  }
  const hinted = [
    ...hints.fromDeployments.slice(0, MOST_TRIED).map((hash) => [hash, "deployment"] as const),
    ...(hints.fromRecord === undefined ? [] : [[hints.fromRecord, "record"] as const]),
  ];
  for (const [hash, from] of hinted) {
    const read = await readTransaction(chain, address, hash, from, signal);
    if (typeof read !== "string") return read;
  }
  const found = await findCreation(chain, address, latest, signal);
  if (found === undefined) return undefined;
  const read = await readTransaction(chain, address, found.hash, "chain", signal);
  return typeof read === "string" ? undefined : read;
}

/** The facts, or a text that says why this transaction did not create the contract. */
async function readTransaction(
  chain: ChainPort,
  address: string,
  hash: string,
  knownFrom: CreationFacts["knownFrom"],
  signal: AbortSignal,
): Promise<CreationFacts | string> {
  // A lagging node does not have it yet. A hint can be from another chain, where waiting does not help.
  const attempts = knownFrom === "record" || knownFrom === "deployment" ? 1 : MINED_ATTEMPTS;
  const retry = <T>(read: () => Promise<T | undefined>): Promise<T | undefined> =>
    retryUntilPresent(read, attempts, signal);
  const [transaction, receipt] = await Promise.all([
    readOrAbsent(() => retry(() => chain.transaction(hash, signal)), signal, knownFrom),
    readOrAbsent(() => retry(() => chain.receipt(hash, signal)), signal, knownFrom),
  ]);
  if (transaction === undefined || receipt === undefined) return "the chain does not know this transaction";
  if (!receipt.succeeded) return "the transaction failed";
  const createdIt = receipt.contractAddress?.toLowerCase() === address.toLowerCase();
  if (transaction.to === null && !createdIt) {
    return receipt.contractAddress === null
      ? "it created no contract"
      : `it created ${receipt.contractAddress}`;
  }
  if (transaction.to !== null && !isCreate2Of(address, transaction.to, transaction.input)) {
    // The hash could name any call. Only the state before and after its block shows whether it created the contract.
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
    // On Hedera, the transaction of a contract that was created from a file has no input.
    initCode:
      transaction.to === null && transaction.input !== "0x"
        ? { bytecode: transaction.input, shownBy: "transaction" }
        : undefined,
    factory: transaction.to,
  };
}

/** A deterministic deployer's input is a salt and the init code, which determine the address (EIP-1014). */
function isCreate2Of(address: string, deployer: string, input: string): boolean {
  const salt = dataSlice(input, 0, Math.min(SALT_BYTES, dataLength(input)));
  if (dataLength(salt) < SALT_BYTES) return false;
  return getCreate2Address(deployer, salt, keccak256(dataSlice(input, SALT_BYTES))) === address;
}

const SALT_BYTES = 32;
/** How often a transaction is read that the user or the chain says is mined. */
const MINED_ATTEMPTS = 3;

/** A hash from anywhere but the option is only a hint: when the node fails to read it, it counts as unknown. */
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
