import { ServiceError } from "../../services/service-error.ts";
import type { Run } from "../run.ts";
import { noteRecord } from "./read-record.ts";

/** What is stored of a contract of others: its match, and its name there. A service that fails leaves it unknown. */
export async function readRecordOfOthers(run: Run, address: string): Promise<void> {
  const { chainId, verification, signal } = run.ports;
  if (verification === undefined) {
    run.draft.storedUnknown = `no verification service is configured for chain ${chainId}`;
    return;
  }
  try {
    const record = await verification.contract(chainId, address, {
      fields: ["compilation.fullyQualifiedName"],
      signal,
    });
    if (record === undefined) return;
    noteRecord(run, address, record);
    const name = record.compilation?.fullyQualifiedName;
    if (run.draft.relation !== undefined && name !== undefined) run.draft.relation.storedAs = name;
  } catch (error) {
    if (!(error instanceof ServiceError) || signal.aborted) throw error;
    run.draft.storedUnknown = `${verification.url} was asked: ${error.reason}`;
  }
}
