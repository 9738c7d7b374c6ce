import type { ClaimId } from "../report/claim-ids.ts";
import type { Check } from "../report/model.ts";
import { joinWords } from "../text/amounts.ts";
import { messageOf } from "../text/file-reason.ts";
import { shortenPair } from "../text/shorten-pair.ts";
import { type CheckRule, type Finding, failed, isCrash, runCheck } from "./check.ts";
import { CHECKS, getClaimChecks } from "./checks/index.ts";
import { type ClaimResult, type ClaimRule, Findings, type Judgement, open, refuted } from "./claim.ts";
import { CLAIMS } from "./claims/index.ts";
import type { Evidence } from "./evidence.ts";

export function runChecks(evidence: Evidence, rules: readonly CheckRule[] = CHECKS): readonly Check[] {
  return rules.map((rule) => {
    const { id, subject, witnesses } = rule;
    return { id, subject, ...shorten(runCheck(rule, evidence)), witnesses };
  });
}

/** Shortens long values, but keeps different values distinguishable. */
function shorten(finding: Finding): Finding {
  const { expected, actual } = finding;
  if (actual === undefined) return finding;
  if (expected === undefined)
    return actual.length <= MAX_LENGTH ? finding : { ...finding, actual: `${actual.slice(0, MAX_LENGTH)}…` };
  const [one, other] = shortenPair(expected, actual, MAX_LENGTH);
  return { ...finding, expected: one, actual: other };
}

const MAX_LENGTH = 200;

/**
 * Makes checks mandatory. A skipped check then fails, because it proved nothing. An unknown check stays unknown,
 * because the missing witness may respond in a later run.
 */
export function requireChecks(results: readonly Check[], required: readonly string[]): readonly Check[] {
  return results.map((result) => {
    const { id, status, reason } = result;
    if (!required.includes(id) || status !== "skipped") return result;
    const why = `it is required, but was skipped: ${reason}`;
    return { ...result, ...failed("passed, because of --require", status, why) };
  });
}

/**
 * Judges every claim in the verdict.
 *
 * @param results The checks' results before `--require` is applied.
 */
export function runClaims(evidence: Evidence, results: readonly Check[]): readonly ClaimResult[] {
  const findings = new Findings(results);
  return CLAIMS.map((claim) => ({ id: claim.id, ...judge(claim, evidence, findings) }));
}

function judge(claim: ClaimRule, evidence: Evidence, findings: Findings): Judgement {
  const failed = findings.select(getClaimChecks(claim.id)).filter(({ status }) => status === "failed");
  if (failed.length > 0) {
    const witnesses = new Set(failed.flatMap((check) => check.witnesses));
    // The table of checks contains the compared values.
    return refuted([...witnesses], joinWords(failed.map(({ id }) => id)));
  }
  const crashed = findCrash(claim.id, findings);
  if (crashed !== undefined) return open(`${crashed.id}: ${crashed.reason}`, "none");
  try {
    return claim.judge(evidence, findings);
  } catch (error) {
    return open(`it could not be judged: ${messageOf(error)}`, "none");
  }
}

/**
 * Finds a claim's check that threw an error. Such a check compared nothing, and the error may have been caused by a
 * false record. A check without a claim belongs to the claim `record`.
 */
function findCrash(id: ClaimId, findings: Findings): Check | undefined {
  const ids = CHECKS.filter(({ claim = "record" }) => claim === id).map((check) => check.id);
  return findings.select(ids).find(isCrash);
}
