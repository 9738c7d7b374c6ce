import type { Witness } from "../domain/witness.ts";
import type { ClaimId } from "../report/claim-ids.ts";
import type { Check } from "../report/model.ts";
import { messageOf } from "../text/file-reason.ts";
import { withoutUndefined } from "../text/is-object.ts";
import type { Evidence } from "./evidence.ts";

/** The result of a check. `skipped`: it does not apply. `unknown`: it applies, but could not run. */
export type Finding = Omit<Check, "id" | "subject" | "witnesses">;

/** One rule of the cross-check: in the file of its topic in `checks/`, and a line in the list. */
export interface CheckRule {
  /** Stable, kebab-case. */
  readonly id: string;
  /** The claim that it refutes if it fails. @default none: it is about what the user asked for */
  readonly claim?: ClaimId;
  /** The compared things in a few words, for the table of checks. */
  readonly subject: string;
  readonly witnesses: readonly Witness[];
  /** Its proof, and when it is skipped; for docs/cross-checks.md. */
  readonly proves: string;
  /** Without it, the rule is left out. @default nothing */
  readonly needs?: "compiled-record" | "given-input" | "deployment-record";
  /** May end early by what {@link need}, {@link given} and {@link demand} throw. */
  readonly run: (evidence: Evidence) => Finding;
}

export const passed = (actual?: string): Finding => withoutUndefined({ status: "passed" as const, actual });

export const failed = (expected: string, actual: string, reason?: string): Finding =>
  withoutUndefined({ status: "failed" as const, expected, actual, reason });

export const skipped = (reason: string): Finding => ({ status: "skipped", reason });

export const unknown = (reason: string): Finding => ({ status: "unknown", reason });

/** The finding that counts: failed before unknown before the first. */
export function worstOf(first: Finding, ...others: readonly (Finding | undefined)[]): Finding {
  const all = [first, ...others];
  const firstThatIs = (status: Finding["status"]) => all.find((finding) => finding?.status === status);
  return firstThatIs("failed") ?? firstThatIs("unknown") ?? first;
}

/** A record without something refutes nothing. */
export const notGiven = (what: string): Finding => unknown(`the service does not give ${what}`);

/** Thrown by what a check needs: what the check found without it. */
class Decided extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.status);
    this.finding = finding;
  }
}

export function end(finding: Finding): never {
  throw new Decided(finding);
}

/** A value without which a check ends, and finds something else. */
export function need<T>(value: T | null | undefined, otherwise: Finding): T {
  return value ?? end(otherwise);
}

/** A part of the record without which a check is unknown. */
export function given<T>(value: T | null | undefined, what: string): T {
  return need(value, notGiven(what));
}

/** Ends a check with the first comparison that failed. */
export function demand(finding: Finding | undefined): void {
  if (finding?.status === "failed") end(finding);
}

/** Runs the check. If it throws, it proved nothing. */
export function findingOf(rule: CheckRule, evidence: Evidence): Finding {
  try {
    return rule.run(evidence);
  } catch (error) {
    return error instanceof Decided ? error.finding : unknown(`the check failed to run: ${messageOf(error)}`);
  }
}
