import type { ContractRecord } from "../../domain/record.ts";
import type { Relation } from "../../report/model.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { ContractRecordOf } from "../../services/verification/contract-fields.ts";
import type { Found } from "../findings.ts";
import type { Run } from "../run.ts";
import { recordFound } from "./read-stored.ts";

/** What is stored of a contract of others: its match, and its name there. A service that fails leaves it unknown. */
export async function readRecordOfOthers(run: Run, address: string): Promise<Found> {
  const { chainId, verification, signal } = run.ports;
  if (verification === undefined)
    return { storedUnknown: `no verification service is configured for chain ${chainId}` };
  try {
    const fields = ["compilation.fullyQualifiedName"] as const;
    const record = await verification.contract(chainId, address, { fields, signal });
    if (record === undefined) return {};
    return { ...recordFound(run, address, record), relation: relationOfOthers(record) };
  } catch (error) {
    if (!(error instanceof ServiceError) || signal.aborted) throw error;
    return { storedUnknown: `${verification.url} was asked: ${error.reason}` };
  }
}

/** A contract of others, and what its record calls it. */
export function relationOfOthers({
  compilation,
  metadata,
}: ContractRecordOf<"compilation.fullyQualifiedName"> & Pick<ContractRecord, "metadata">): Relation {
  const [target] = Object.entries(metadata?.settings?.compilationTarget ?? {});
  const storedAs = compilation?.fullyQualifiedName ?? target?.join(":");
  return { ...OF_OTHERS, ...(storedAs === undefined ? {} : { storedAs }) };
}

export const OF_OTHERS: Relation = { whose: "others", roles: [] };
