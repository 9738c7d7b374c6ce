import type { RecordedDeployment } from "../../domain/build.ts";
import type { Evidence } from "../evidence.ts";

type Recorded = Pick<Evidence, "recorded" | "facts">;

export function getAddressRecords({ recorded, facts }: Recorded): readonly RecordedDeployment[] {
  return recorded.filter(({ address }) => address.toLowerCase() === facts.address.toLowerCase());
}

/**
 * Returns the deployment records that the contract must agree with: the user's own requirements, and the tools' records
 * for this deployment. If no tool has a record for this deployment, for example after a chain reset, returns all
 * records for this address.
 */
export function getBindingRecords(evidence: Evidence): readonly RecordedDeployment[] {
  const current = getCurrentRecords(evidence);
  return current.some(({ isDemanded }) => isDemanded !== true) ? current : getAddressRecords(evidence);
}

/** Returns the user's own requirements, and the tools' records that may describe the current deployment. */
export function getCurrentRecords(evidence: Recorded): readonly RecordedDeployment[] {
  return getAddressRecords(evidence).filter(
    (record) => record.isDemanded === true || fitsCreation(record, evidence),
  );
}

/**
 * True if a deployment record can describe the deployment on chain. A record with this address may be from another
 * network.
 */
export function fitsCreation(
  { transactionHashes }: RecordedDeployment,
  { facts }: Pick<Evidence, "facts">,
): boolean {
  return transactionHashes.length === 0 || transactionHashes.includes(facts.creation?.transactionHash ?? "");
}
