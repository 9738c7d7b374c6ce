import type { Check } from "../report/model.ts";
import { messageOf } from "../text/file-reason.ts";
import { shortenPair } from "../text/shorten-pair.ts";
import type { CheckRule, Finding } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import type { Evidence } from "./evidence.ts";

/** Runs every rule. A rule that throws is `unknown`: it proved nothing. */
export function runChecks(evidence: Evidence, rules: readonly CheckRule[] = CHECKS): readonly Check[] {
  return rules.map((rule) => {
    const { id, subject, witnesses } = rule;
    return { id, subject, ...shortened(find(rule, evidence)), witnesses };
  });
}

/** A value may be of any length; two that differ still do. */
function shortened(finding: Finding): Finding {
  switch (finding.status) {
    case "passed":
      return finding.actual === undefined || finding.actual.length <= LONGEST
        ? finding
        : { ...finding, actual: `${finding.actual.slice(0, LONGEST)}…` };
    case "failed":
    case "unknown": {
      if (finding.expected === undefined || finding.actual === undefined) return finding;
      const [expected, actual] = shortenPair(finding.expected, finding.actual, LONGEST);
      return { ...finding, expected, actual };
    }
    case "skipped":
      return finding;
  }
}

const LONGEST = 200;

function find(rule: CheckRule, evidence: Evidence): Finding {
  try {
    return rule.run(evidence);
  } catch (error) {
    return {
      status: "unknown",
      reason: `the check failed to run: ${messageOf(error)}`,
    };
  }
}
