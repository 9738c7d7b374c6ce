import { assert } from "chai";
import type { ClaimResult } from "../../../src/internal/cross-check/claim.ts";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { runChecks, runClaims } from "../../../src/internal/cross-check/run-checks.ts";
import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { Check } from "../../../src/internal/report/model.ts";

export type Decided = Readonly<Record<string, Check["status"]>>;

/** @param decided Results that replace those of the checks. */
export function claimOf(id: ClaimId, evidence: Evidence, decided: Decided = {}): ClaimResult {
  const results = runChecks(evidence).map((check) => {
    const status = decided[check.id];
    return status === undefined ? check : { ...check, status, reason: `${check.id} was ${status}` };
  });
  const found = runClaims(evidence, results).find((claim) => claim.id === id);
  if (found === undefined) throw new Error(`There is no claim ${id}.`);
  return found;
}

export function stateOf(id: ClaimId, evidence: Evidence, decided: Decided = {}): ClaimResult["state"] {
  return claimOf(id, evidence, decided).state;
}

/** Declares a test per evidence: the claim has the state that the table is keyed by. */
export function itHasState(
  claim: ClaimId,
  tables: Readonly<Partial<Record<ClaimResult["state"], Readonly<Record<string, Evidence>>>>>,
): void {
  for (const [state, table] of Object.entries(tables))
    for (const [what, evidence] of Object.entries(table))
      it(`${claim} should be ${state} for ${what}`, () => {
        const result = claimOf(claim, evidence);
        assert.equal(result.state, state, result.reason);
      });
}
