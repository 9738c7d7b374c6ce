import type { RecordedDeployment } from "../build/model.ts";
import type { Evidence } from "./evidence.ts";

/** The deployment records of this address. */
export function recordsOfThis({ recorded, facts }: Evidence): readonly RecordedDeployment[] {
  return recorded.filter(({ address }) => address.toLowerCase() === facts.address.toLowerCase());
}

/** Whether a record can be of the deployment that is on chain: another network can have the same address. */
export function isOfThisCreation({ transactionHashes }: RecordedDeployment, { facts }: Evidence): boolean {
  return transactionHashes.length === 0 || transactionHashes.includes(facts.creation?.transactionHash ?? "");
}
