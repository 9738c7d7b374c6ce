import type { RecordedDeployment } from "../../domain/build.ts";
import type { Evidence } from "../evidence.ts";

type Recorded = Pick<Evidence, "recorded" | "facts">;

export function recordsOfThis({ recorded, facts }: Recorded): readonly RecordedDeployment[] {
  return recorded.filter(({ address }) => address.toLowerCase() === facts.address.toLowerCase());
}

/**
 * The deployment records that the contract must fit: the user's demands, and the tools' records of this deployment. If
 * no tool's record is of this deployment, as after a reset of the chain, all of them.
 */
export function bindingRecords(evidence: Evidence): readonly RecordedDeployment[] {
  const ofThis = currentRecords(evidence);
  return ofThis.some(({ isDemanded }) => isDemanded !== true) ? ofThis : recordsOfThis(evidence);
}

/** The user's demands, and the tools' records whose transaction created this contract. */
export function currentRecords(evidence: Recorded): readonly RecordedDeployment[] {
  return recordsOfThis(evidence).filter(
    (record) => record.isDemanded === true || isOfThisCreation(record, evidence),
  );
}

/** True if a deployment record can be of the deployment on chain: another network can have the same address. */
export function isOfThisCreation(
  { transactionHashes }: RecordedDeployment,
  { facts }: Pick<Evidence, "facts">,
): boolean {
  return transactionHashes.length === 0 || transactionHashes.includes(facts.creation?.transactionHash ?? "");
}
