import { getCreate2Address } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { dataLength, dataSlice } from "ethers/utils";
import { withoutOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { retryUntilPresent } from "./ask-until-there.ts";
import { ChainError, type ChainPort } from "./chain-port.ts";
import type { CreationFacts } from "./deployment-facts.ts";
import { appearedIn, findCreation } from "./find-creation.ts";

/** Who may know the creating transaction. Hashes in lower case. */
export interface CreationHints {
  readonly fromOption: string | undefined;
  /** Of deployment records; as likely to be old as a record's. */
  readonly fromDeployments: readonly string[];
  /** Of the stored record; not trusted, only tried. */
  readonly fromRecord: string | undefined;
}

/** A tool that does not tell which of its transactions it was names the likeliest first; the chain is searched faster. */
const MOST_TRIED = 4;

/**
 * Reads the transaction that created a contract: the one the user named, else one that a deployment record or the
 * stored record names, else the one that a search of the chain finds.
 *
 * @param address Checksummed.
 * @param latest The block from whose state the code was read; undefined where the node knows the latest state alone.
 * @returns undefined when nobody knows it.
 * @throws VC303 when the one the user named did not create the contract.
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
      likely: "the hash is of another transaction, or of another network",
      next: withoutOptions("--creation-tx-hash"),
    });
  }
  const told = [
    ...hints.fromDeployments.slice(0, MOST_TRIED).map((hash) => [hash, "deployment"] as const),
    ...(hints.fromRecord === undefined ? [] : [[hints.fromRecord, "record"] as const]),
  ];
  for (const [hash, from] of told) {
    const read = await readTransaction(chain, address, hash, from, signal);
    if (typeof read !== "string") return read;
  }
  const found = await findCreation(chain, address, latest, signal);
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
  // A node that lags does not know it yet. Records are often of another chain, which no wait helps.
  const attempts = knownFrom === "record" || knownFrom === "deployment" ? 1 : UNKNOWN_ATTEMPTS;
  const known = <T>(read: () => Promise<T | undefined>): Promise<T | undefined> =>
    retryUntilPresent(read, attempts, signal);
  const [transaction, receipt] = await Promise.all([
    readOrAbsent(() => known(() => chain.transaction(hash, signal)), signal, knownFrom),
    readOrAbsent(() => known(() => chain.receipt(hash, signal)), signal, knownFrom),
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

/** What a deterministic deployer is sent: a salt and creation code, from which the address follows (EIP-1014). */
function isCreate2Of(address: string, deployer: string, input: string): boolean {
  const salt = dataSlice(input, 0, Math.min(SALT_BYTES, dataLength(input)));
  if (dataLength(salt) < SALT_BYTES) return false;
  return getCreate2Address(deployer, salt, keccak256(dataSlice(input, SALT_BYTES))) === address;
}

const SALT_BYTES = 32;
/** How often a node is asked for a transaction that is mined, as the user or the chain itself says. */
const UNKNOWN_ATTEMPTS = 3;

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
