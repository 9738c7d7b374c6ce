import type { CheckResult, CheckRule, Finding } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import type { Evidence } from "./evidence.ts";

/** Runs every rule. A rule that throws is `unknown`: it proved nothing. */
export function runChecks(evidence: Evidence, rules: readonly CheckRule[] = CHECKS): readonly CheckResult[] {
  return rules.map((rule) => {
    const { id, subject, witnesses } = rule;
    return { id, subject, ...find(rule, evidence), witnesses };
  });
}

function find(rule: CheckRule, evidence: Evidence): Finding {
  try {
    return rule.run(evidence);
  } catch (error) {
    return {
      status: "unknown",
      reason: `the check failed to run: ${error instanceof Error ? error.message : error}`,
    };
  }
}
