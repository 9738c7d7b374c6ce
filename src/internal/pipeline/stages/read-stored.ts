import type { StoredMatch } from "../../reports/model.ts";
import type { ContractRecord, MatchSummary } from "../../services/verification/model.ts";
import type { Run } from "../run.ts";

/** Already there? The stored match, and the creating transaction that the record names. */
export async function readStored(run: Run, address: string): Promise<ContractRecord | undefined> {
  const { verification, chainId, signal } = run.ports;
  const isGiven = run.request.buildSource.kind === "standard-json-input";
  // Of an input whose code is not known, the record tells whether it was verified with just that.
  const fields = isGiven
    ? (["deployment", "stdJsonInput", "compilation"] as const)
    : (["deployment"] as const);
  const stored = await verification.contract(chainId, address, { fields, signal });
  run.draft.previousMatch = stored === undefined ? null : storedMatch(stored);
  run.draft.match = run.draft.previousMatch;
  return stored;
}

/** A match as the report shows it. */
export function storedMatch(summary: MatchSummary): StoredMatch {
  return {
    match: summary.match,
    creationMatch: summary.creationMatch,
    runtimeMatch: summary.runtimeMatch,
    verifiedAt: summary.verifiedAt ?? null,
    matchId: summary.matchId ?? null,
  };
}
