import { assert } from "chai";
import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { Claim, ContractReport } from "../../../src/internal/report/model.ts";

/** Only the chain, a build or a compiler proves these; a service's word never does. */
const NEVER_VOUCHED: readonly ClaimId[] = ["runtime-code", "libraries", "record"];

export function stateOfClaim({ claims = [] }: ContractReport, id: ClaimId): Claim["state"] | undefined {
  return claims.find((claim) => claim.id === id)?.state;
}

export function isProven(report: ContractReport, id: ClaimId): boolean {
  return stateOfClaim(report, id) === "proven";
}

/** Claims that every success needs. */
export function assertClaimsAreGood(report: ContractReport): void {
  const { claims = [], verdict } = report;
  assert.isEmpty(claims.filter(({ state }) => state === "refuted"));
  for (const id of NEVER_VOUCHED) assert.isTrue(isProven(report, id), id);
  assert.equal(verdict, isProven(report, "sources") ? "verified" : "match");
  if (verdict === "match") assert.equal(stateOfClaim(report, "sources"), "vouched");
}
