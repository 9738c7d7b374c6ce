import type { RecordedDeployment } from "../../domain/build.ts";
import type { Evidence } from "../evidence.ts";

/** What the records say, and what the chain says. */
type Recorded = Pick<Evidence, "recorded" | "facts">;

/** The deployment records of this address. */
export function recordsOfThis({ recorded, facts }: Recorded): readonly RecordedDeployment[] {
  return recorded.filter(({ address }) => address.toLowerCase() === facts.address.toLowerCase());
}

/**
 * The records that have to be true of the contract: what somebody demands, and of the tools' those of this deployment;
 * where all of these are of others, as when a chain with the same id began anew, all of them.
 */
export function bindingRecords(evidence: Evidence): readonly RecordedDeployment[] {
  const ofThis = currentRecords(evidence);
  return ofThis.some(({ isDemanded }) => isDemanded !== true) ? ofThis : recordsOfThis(evidence);
}

/** What somebody demands, and the tools' records of this deployment, which is told by its transaction. */
export function currentRecords(evidence: Recorded): readonly RecordedDeployment[] {
  return recordsOfThis(evidence).filter(
    (record) => record.isDemanded === true || isOfThisCreation(record, evidence),
  );
}

/** Whether a record can be of the deployment that is on chain: another network can have the same address. */
export function isOfThisCreation(
  { transactionHashes }: RecordedDeployment,
  { facts }: Pick<Evidence, "facts">,
): boolean {
  return transactionHashes.length === 0 || transactionHashes.includes(facts.creation?.transactionHash ?? "");
}
