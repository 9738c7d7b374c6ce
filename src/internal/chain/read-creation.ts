import { withoutOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { untilPresent } from "../services/retry.ts";
import { type ChainReceipt, type ChainTransaction, ifAnswered } from "./chain-port.ts";
import type { CreationFacts } from "./deployment-facts.ts";
import { type CreationSources, findBirthBlock, isCreatedBy } from "./find-creation.ts";
import { showCreation } from "./show-creation.ts";

/** Possible hashes of the creation transaction. Lowercase. */
export interface CreationHints {
  readonly fromOption?: string | undefined;
  /** From deployment records, which may be outdated. */
  readonly fromDeployments: readonly string[];
  /** From the stored record, which is not trusted. */
  readonly fromRecord?: string | undefined;
}

/** After a few failed hashes from deployment records, the query service or a search is faster. */
const MAX_TRIED = 4;
const MAX_TRACED = 20;

/**
 * Tries these sources in order: the user, deployment records, the stored record (the chain alone can confirm its hash),
 * the query service, and a search of the chain. Stops at the first certain creation. If none is certain, because a
 * later creation can't be ruled out, the latest is used.
 *
 * @param latest The block after which the code was read. Undefined if the node has only the latest state.
 * @throws VC303 if the user's transaction didn't create the contract.
 */
export async function readCreation(
  sources: CreationSources,
  hints: CreationHints,
  latest: number | undefined,
): Promise<CreationFacts | undefined> {
  const { address, witness } = sources;
  let last: CreationFacts | undefined;
  const confirm = async (hash: string, knownFrom: CreationFacts["knownFrom"]): Promise<boolean> => {
    if (last?.transactionHash === hash) return false;
    const read = await confirmCreation(sources, hash, knownFrom);
    if (typeof read === "string") {
      if (knownFrom === "option") throw wrongCreation(address, hash, read);
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
          ...fromDeployments.slice(0, MAX_TRIED).map((hash) => [hash, "deployment"] as const),
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
    throw wrongCreation(address, fromOption, `the contract was recreated later, in ${last.transactionHash}`);
  // Searching is pointless, because a search can't detect that an earlier contract at the same address was destroyed.
  if (last !== undefined) return last;
  for (const hash of await findCandidates(sources, latest)) if (await confirm(hash, "chain")) return last;
  return last;
}

function isLater(one: CreationFacts, other: CreationFacts): boolean {
  return one.blockNumber === other.blockNumber
    ? one.transactionIndex > other.transactionIndex
    : one.blockNumber > other.blockNumber;
}

function wrongCreation(address: string, hash: string, reason: string): VerifyContractError {
  return new VerifyContractError("VC303", {
    values: { hash, address },
    facts: [["Reason", reason]],
    likely: "the hash belongs to another transaction or another network",
    next: withoutOptions("--creation-tx-hash"),
  });
}

/** The direct creation or, failing that, the block's first transaction whose trace shows the creation. */
async function findCandidates(
  sources: CreationSources,
  latest: number | undefined,
): Promise<readonly string[]> {
  const { chain, address, signal } = sources;
  const block = await findBirthBlock(sources, latest);
  if (block === undefined) return [];
  if (block.direct !== undefined) return [block.direct.hash];
  const wanted = address.toLowerCase();
  for (const { hash } of block.transactions.slice(0, MAX_TRACED)) {
    const creations = await ifAnswered(signal, () => chain.creationsIn(hash, signal));
    if (creations === undefined) return [];
    if (creations.some((creation) => creation.address === wanted)) return [hash];
  }
  return [];
}

/** For a transaction that was mined according to the user, the query service or the chain. */
const MINED_ATTEMPTS = 3;

/** Returns the facts, or the reason why this transaction didn't create the contract. */
export async function confirmCreation(
  sources: CreationSources,
  hash: string,
  knownFrom: CreationFacts["knownFrom"],
): Promise<CreationFacts | string> {
  const { chain, signal } = sources;
  // Retries, because a lagging node may not have the transaction yet. Doesn't retry for a hash that is only a
  // hint, because it may be from another chain.
  const attempts = knownFrom === "record" || knownFrom === "deployment" ? 1 : MINED_ATTEMPTS;
  const read = <T>(once: () => Promise<T | undefined>): Promise<T | undefined> => {
    const present = () => untilPresent(once, { attempts, wait: chain.wait, signal });
    // A hash that isn't from the user is only a hint, so it counts as unknown if the node fails.
    return knownFrom === "option" ? present() : ifAnswered(signal, present);
  };
  const readTransaction = () => read(() => chain.transaction(hash, signal));
  const readReceipt = () => read(() => chain.receipt(hash, signal));
  const [transaction, receipt] =
    knownFrom === "query-service"
      ? await readTransaction().then(
          async (it) => [it, deriveReceipt(sources, it) ?? (await readReceipt())] as const,
        )
      : await Promise.all([readTransaction(), readReceipt()]);
  if (transaction === undefined || receipt === undefined) return "the chain doesn't know this transaction";
  if (!receipt.succeeded) return "the transaction failed";
  let timestamp: Promise<number | undefined> | undefined;
  const readTimestamp = () =>
    (timestamp ??= ifAnswered(signal, () => chain.timestampOf(receipt.blockNumber, signal)));
  const shown = await showCreation(sources, { transaction, receipt, knownFrom, timestampOf: readTimestamp });
  if (typeof shown === "string") return shown;
  return {
    transactionHash: transaction.hash,
    knownFrom,
    deployer: transaction.from,
    isSigned: transaction.isSigned,
    blockNumber: receipt.blockNumber,
    transactionIndex: receipt.transactionIndex,
    timestampS: await readTimestamp(),
    input: transaction.input,
    ...shown,
  };
}

/**
 * Saves a request: if the address is derived from sender and nonce, no other transaction can have created the contract.
 */
function deriveReceipt(
  { address }: CreationSources,
  transaction: ChainTransaction | undefined,
): ChainReceipt | undefined {
  if (transaction?.position === undefined || !transaction.isSigned || !isCreatedBy(address, transaction))
    return undefined;
  return { ...transaction.position, succeeded: true, contractAddress: address.toLowerCase() };
}
