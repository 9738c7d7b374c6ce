import { assert } from "chai";
import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { Claim, ContractReport } from "../../../src/internal/report/model.ts";
import { at, lower } from "./plain-json.ts";

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

const MATCHES: readonly unknown[] = ["match", "exact_match"];

/** True if `match` is the better of two sides. A missing side may be the better one. */
export function isBetterOf(match: unknown, one: unknown, other: unknown): boolean {
  const isExact = [one, other].includes("exact_match");
  if (one !== undefined && other !== undefined) return match === (isExact ? "exact_match" : (one ?? other));
  return match === "exact_match" || (!isExact && (match === "match" || (one ?? other ?? null) === null));
}

/** True if the body consistently says that this job found a match. */
export function claimsMatch(body: unknown, verificationId: string): boolean {
  const sides = [at(body, "contract", "creationMatch"), at(body, "contract", "runtimeMatch")] as const;
  const match = at(body, "contract", "match");
  return (
    at(body, "isJobCompleted") === true &&
    (at(body, "error") ?? null) === null &&
    lower(at(body, "verificationId")) === verificationId &&
    MATCHES.includes(match) &&
    sides.every((side) => side === undefined || side === null || MATCHES.includes(side)) &&
    isBetterOf(match, ...sides)
  );
}
