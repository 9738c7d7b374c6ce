import { withoutOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { ChainError, type ChainPort } from "./chain-port.ts";
import { confirmCreation } from "./confirm-creation.ts";
import type { CreationWitness } from "./creation-witness.ts";
import type { CreationFacts } from "./deployment-facts.ts";
import { findBirthBlock } from "./find-creation.ts";

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
/** The most transactions of the contract's first block that are traced. */
const MOST_TRACED = 20;

/**
 * Reads the transaction that created a contract: the one the user named, else one that a deployment record or the
 * stored record names, else the one that the query service states, else the one that a search of the chain finds. The
 * chain confirms each, as far as it shows it.
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
  witness: CreationWitness,
  latest: number | undefined,
  signal: AbortSignal,
): Promise<CreationFacts | undefined> {
  const confirm = (hash: string, knownFrom: CreationFacts["knownFrom"]) =>
    confirmCreation({ chain, address, witness, signal }, hash, knownFrom);
  if (hints.fromOption !== undefined) {
    const read = await confirm(hints.fromOption, "option");
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
    const read = await confirm(hash, from);
    if (typeof read !== "string") return read;
  }
  const stated = await witness.creation();
  // A search would find no more than a query service that answers.
  if (stated === "not-established") return undefined;
  if (stated !== undefined) {
    const read = await confirm(stated.transactionHash, "query-service");
    if (typeof read !== "string") return read;
  }
  for (const hash of await candidatesOnChain(chain, address, latest, signal)) {
    const read = await confirm(hash, "chain");
    if (typeof read !== "string") return read;
  }
  return undefined;
}

/** The transaction that created the contract directly, or else those whose trace shows the creation. */
async function candidatesOnChain(
  chain: ChainPort,
  address: string,
  latest: number | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const block = await findBirthBlock(chain, address, latest, signal);
  if (block === undefined) return [];
  if (block.direct !== undefined) return [block.direct.hash];
  const wanted = address.toLowerCase();
  try {
    for (const { hash } of block.transactions.slice(0, MOST_TRACED)) {
      const creations = await chain.creationsIn(hash, signal);
      if (creations.some((creation) => creation.address === wanted)) return [hash];
    }
  } catch (error) {
    if (!(error instanceof ChainError) || signal.aborted) throw error;
  }
  return [];
}
