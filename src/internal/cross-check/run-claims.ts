import type { Check } from "../report/model.ts";
import { listWords } from "../text/amounts.ts";
import { messageOf } from "../text/file-reason.ts";
import { type ClaimResult, type ClaimRule, Findings, type Judgement, open, refuted } from "./claim.ts";
import { CLAIMS } from "./claims/index.ts";
import type { Evidence } from "./evidence.ts";

/**
 * Judges every claim of the verdict.
 *
 * @param results Of the checks as they were made, before `--require` changes any.
 */
export function runClaims(
  evidence: Evidence,
  results: readonly Check[],
  claims: readonly ClaimRule[] = CLAIMS,
): readonly ClaimResult[] {
  const findings = new Findings(results);
  return claims.map((claim) => ({ id: claim.id, ...judge(claim, evidence, findings) }));
}

function judge(claim: ClaimRule, evidence: Evidence, findings: Findings): Judgement {
  const failed = findings.failed(claim.checks);
  if (failed.length > 0) return refutedBy(failed);
  try {
    return claim.judge(evidence, findings);
  } catch (error) {
    return open(`it could not be judged: ${messageOf(error)}`, "none");
  }
}

/** The table of checks has what each of them compared. */
function refutedBy(failed: readonly Check[]): Judgement {
  const witnesses = [...new Set(failed.flatMap((check) => check.witnesses))];
  return refuted(witnesses, listWords(failed.map(({ id }) => id)));
}
