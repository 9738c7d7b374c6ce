import type { ContractRecord } from "../../domain/record.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { ContractRecordOf } from "../../services/verification/contract-fields.ts";
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
    noteStoredName(run, record);
  } catch (error) {
    if (!(error instanceof ServiceError) || signal.aborted) throw error;
    run.draft.storedUnknown = `${verification.url} was asked: ${error.reason}`;
  }
}

/** What its record calls a contract of others. */
export function noteStoredName(
  { draft }: Run,
  {
    compilation,
    metadata,
  }: ContractRecordOf<"compilation.fullyQualifiedName"> & Pick<ContractRecord, "metadata">,
): void {
  const [target] = Object.entries(metadata?.settings?.compilationTarget ?? {});
  const storedAs = compilation?.fullyQualifiedName ?? target?.join(":");
  draft.relation = { whose: "others", roles: [], ...(storedAs === undefined ? {} : { storedAs }) };
}
