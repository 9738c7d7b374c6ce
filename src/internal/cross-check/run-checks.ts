import type { Check } from "../report/model.ts";
import { shortenPair } from "../text/shorten-pair.ts";
import { type CheckRule, type Finding, failed, findingOf } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import type { Evidence } from "./evidence.ts";

/** Runs every rule. */
export function runChecks(evidence: Evidence, rules: readonly CheckRule[] = CHECKS): readonly Check[] {
  return rules.map((rule) => {
    const { id, subject, witnesses } = rule;
    return { id, subject, ...shortened(findingOf(rule, evidence)), witnesses };
  });
}

/** A value may be of any length; two that differ still do. */
function shortened(finding: Finding): Finding {
  const { expected, actual } = finding;
  if (actual === undefined) return finding;
  if (expected === undefined)
    return actual.length <= LONGEST ? finding : { ...finding, actual: `${actual.slice(0, LONGEST)}…` };
  const [one, other] = shortenPair(expected, actual, LONGEST);
  return { ...finding, expected: one, actual: other };
}

const LONGEST = 200;

/**
 * Makes checks mandatory: a skipped one fails, because it proved nothing. An unknown one stays unknown: its witness may
 * answer the next time.
 */
export function requireChecks(results: readonly Check[], required: readonly string[]): readonly Check[] {
  return results.map((result) => {
    const { id, status, reason } = result;
    if (!required.includes(id) || status !== "skipped") return result;
    const why = `it is required, but was skipped: ${reason}`;
    return { ...result, ...failed("passed, because of --require", status, why) };
  });
}
