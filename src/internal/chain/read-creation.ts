import { withoutOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { untilPresent } from "../services/retry.ts";
import { type ChainReceipt, type ChainTransaction, ifAnswered } from "./chain-port.ts";
import type { CreationFacts } from "./deployment-facts.ts";
import { findBirthBlock, isCreateOf } from "./find-creation.ts";
import { type CreationSources, showCreation } from "./show-creation.ts";

/** Candidates for the creating transaction. Lower-case hashes. */
export interface CreationHints {
  readonly fromOption: string | undefined;
  /** From deployment records, which may be outdated. */
  readonly fromDeployments: readonly string[];
  /** From the stored record, which is not trusted. */
  readonly fromRecord: string | undefined;
}

/** Deployment records list the likeliest hash first. After a few misses, the query service or a search is faster. */
const MOST_TRIED = 4;
const MOST_TRACED = 20;

/**
 * Reads the transaction that created what is at an address now: the one the user named, else one that a deployment record
 * or the stored record names, else the one that the query service states, else the one that a search of the chain finds.
 * The chain confirms each, as far as it shows it, so a later source is asked where an earlier one knows too little. The
 * stored record comes before the query service because the chain alone confirms it. If several could have been followed by
 * another, the last one counts.
 *
 * @param latest The block after which the code was read; undefined where the node has only the latest state.
 * @returns undefined when no source knows it.
 * @throws VC303 when the transaction that the user named did not create the contract.
 */
export async function readCreation(
  sources: CreationSources,
  hints: CreationHints,
  latest: number | undefined,
): Promise<CreationFacts | undefined> {
  const { address, witness } = sources;
  let last: CreationFacts | undefined;
  /** True if it created what is there now, and nothing can have followed it. */
  const confirm = async (hash: string, knownFrom: CreationFacts["knownFrom"]): Promise<boolean> => {
    if (last?.transactionHash === hash) return false;
    const read = await confirmCreation(sources, hash, knownFrom);
    if (typeof read === "string") {
      if (knownFrom === "option") throw notTheCreation(address, hash, read);
      return false;
    }
    const isSure = read.doubt === undefined;
    if (last === undefined || isSure || isLater(read, last)) last = read;
    return isSure;
  };
  const { fromOption, fromDeployments, fromRecord } = hints;
  const named =
    fromOption === undefined
      ? [
          ...fromDeployments.slice(0, MOST_TRIED).map((hash) => [hash, "deployment"] as const),
          ...(fromRecord === undefined ? [] : [[fromRecord, "record"] as const]),
        ]
      : [[fromOption, "option"] as const];
  for (const [hash, from] of named) if (await confirm(hash, from)) return last;
  const stated = await witness.creation();
  if (stated != null) {
    await confirm(stated.transactionHash, "query-service");
    if (last?.transactionHash === stated.transactionHash)
      last = { ...last, statedTimestamp: stated.timestamp };
  }
  if (last !== undefined && fromOption !== undefined && last.transactionHash !== fromOption)
    throw notTheCreation(
      address,
      fromOption,
      `the contract was created anew later, in ${last.transactionHash}`,
    );
  // A search finds no gap between two lives of an address.
  if (last !== undefined) return last;
  for (const hash of await candidatesOnChain(sources, latest)) if (await confirm(hash, "chain")) return last;
  return last;
}

function isLater(one: CreationFacts, other: CreationFacts): boolean {
  return one.blockNumber === other.blockNumber
    ? one.transactionIndex > other.transactionIndex
    : one.blockNumber > other.blockNumber;
}

function notTheCreation(address: string, hash: string, reason: string): VerifyContractError {
  return new VerifyContractError("VC303", {
    values: { hash, address },
    facts: [["Reason", reason]],
    likely: "the hash belongs to another transaction or another network",
    next: withoutOptions("--creation-tx-hash"),
  });
}

/** The transaction that created the contract directly, or else those whose trace shows the creation. */
async function candidatesOnChain(
  sources: CreationSources,
  latest: number | undefined,
): Promise<readonly string[]> {
  const { chain, address, signal } = sources;
  const block = await findBirthBlock(sources, latest);
  if (block === undefined) return [];
  if (block.direct !== undefined) return [block.direct.hash];
  const wanted = address.toLowerCase();
  for (const { hash } of block.transactions.slice(0, MOST_TRACED)) {
    const creations = await ifAnswered(signal, () => chain.creationsIn(hash, signal));
    if (creations === undefined) return [];
    if (creations.some((creation) => creation.address === wanted)) return [hash];
  }
  return [];
}

/** How often a transaction is read that the user, the query service or the chain says is mined. */
const MINED_ATTEMPTS = 3;

/**
 * Reads one transaction, and what shows that it created the contract.
 *
 * @param hash Lower case.
 * @returns The facts, or a text that says why this transaction did not create the contract.
 */
export async function confirmCreation(
  sources: CreationSources,
  hash: string,
  knownFrom: CreationFacts["knownFrom"],
): Promise<CreationFacts | string> {
  const { chain, signal } = sources;
  // A lagging node does not have it yet. A hint can be from another chain, where waiting does not help.
  const attempts = knownFrom === "record" || knownFrom === "deployment" ? 1 : MINED_ATTEMPTS;
  const read = <T>(once: () => Promise<T | undefined>): Promise<T | undefined> => {
    const present = () => untilPresent(once, { attempts, wait: chain.wait, signal });
    // Any other hash is only a hint: when the node fails to read it, it counts as unknown.
    return knownFrom === "option" ? present() : ifAnswered(signal, present);
  };
  const readTransaction = () => read(() => chain.transaction(hash, signal));
  const readReceipt = () => read(() => chain.receipt(hash, signal));
  const [transaction, receipt] =
    knownFrom === "query-service"
      ? await readTransaction().then(
          async (it) => [it, impliedReceipt(sources, it) ?? (await readReceipt())] as const,
        )
      : await Promise.all([readTransaction(), readReceipt()]);
  if (transaction === undefined || receipt === undefined) return "the chain does not know this transaction";
  if (!receipt.succeeded) return "the transaction failed";
  let timestamp: Promise<number | undefined> | undefined;
  const timestampOf = () =>
    (timestamp ??= ifAnswered(signal, () => chain.timestampOf(receipt.blockNumber, signal)));
  const shown = await showCreation(sources, { transaction, receipt, knownFrom, timestampOf });
  if (typeof shown === "string") return shown;
  return {
    transactionHash: transaction.hash,
    knownFrom,
    deployer: transaction.from,
    isSigned: transaction.isSigned,
    blockNumber: receipt.blockNumber,
    transactionIndex: receipt.transactionIndex,
    timestampS: await timestampOf(),
    input: transaction.input.toLowerCase(),
    ...shown,
  };
}

/**
 * The receipt of a transaction that the query service names: sender and nonce give the contract's address, so no other
 * transaction can have created it, and there is code. This saves a request to a relay that limits them.
 */
function impliedReceipt(
  { address }: CreationSources,
  transaction: ChainTransaction | undefined,
): ChainReceipt | undefined {
  if (transaction?.position === undefined || !transaction.isSigned || !isCreateOf(address, transaction))
    return undefined;
  return { ...transaction.position, succeeded: true, contractAddress: address.toLowerCase() };
}
