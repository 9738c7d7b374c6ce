import type { CompiledContract } from "../domain/build.ts";
import type { Witness } from "../domain/witness.ts";
import type { ClaimId } from "../report/claim-ids.ts";
import type { Check } from "../report/model.ts";
import type { QueryContract } from "../services/query/model.ts";
import { messageOf } from "../text/file-reason.ts";
import { withoutUndefined } from "../text/is-object.ts";
import type { BuildEvidence, Evidence } from "./evidence.ts";

/** The result of a check. `skipped`: the check doesn't apply. `unknown`: it applies, but couldn't run. */
export type Finding = Omit<Check, "id" | "subject" | "witnesses">;

/** One rule of the cross-check. Each rule is defined in the file for its topic in `checks/` and listed in `CHECKS`. */
export interface CheckRule {
  /** Stable, kebab-case. */
  readonly id: string;
  /**
   * The claim that a failure refutes. If the rule throws an error, the claim stays open.
   * @default none, for rules that check the user's own requirements
   */
  readonly claim?: ClaimId;
  /** A short description of the comparison, for the table of checks. */
  readonly subject: string;
  readonly witnesses: readonly Witness[];
  /** Text for docs/cross-checks.md: what the check proves and when it is skipped. */
  readonly proves: string;
  /** The input that the rule needs. The rule is omitted if this input is missing. @default no input needed */
  readonly needs?: "compiled-record" | "given-input" | "deployment-record";
  /** May end early, because {@link need}, {@link needFromRecord} and {@link endIfFailed} can throw. */
  readonly run: (evidence: Evidence) => Finding;
}

export const passed = (actual?: string): Finding => withoutUndefined({ status: "passed" as const, actual });

export const failed = (expected: string, actual: string, reason?: string): Finding =>
  withoutUndefined({ status: "failed" as const, expected, actual, reason });

export const skipped = (reason: string): Finding => ({ status: "skipped", reason });

export const unknown = (reason: string): Finding => ({ status: "unknown", reason });

/** Returns the first failed finding, else the first unknown finding, else `first`. */
export function worstFinding(first: Finding, ...others: readonly (Finding | undefined)[]): Finding {
  const all = [first, ...others];
  const firstThatIs = (status: Finding["status"]) => all.find((finding) => finding?.status === status);
  return firstThatIs("failed") ?? firstThatIs("unknown") ?? first;
}

/** Creates an `unknown` finding for data missing from the record. An incomplete record can't refute anything. */
export const notReturned = (what: string): Finding => unknown(`the service doesn't return ${what}`);

/** Thrown to end a check early with its finding. */
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

/** Returns the value, or ends the check with the given finding if the value is missing. */
export function need<T>(value: T | null | undefined, otherwise: Finding): T {
  return value ?? end(otherwise);
}

/** Returns a part of the record, or ends the check as unknown if the part is missing. */
export function needFromRecord<T>(value: T | null | undefined, what: string): T {
  return need(value, notReturned(what));
}

export const NO_CREATION = skipped("the creation transaction is unknown");
export const NO_INIT_CODE = skipped("the executed init code is unknown");
export const NO_TIME = skipped("the creation block's time is unknown");

export function needBuild({ build }: Evidence): BuildEvidence {
  return need(build, skipped("no build to compare with"));
}

export function needCompiled(evidence: Evidence): CompiledContract {
  return need(
    needBuild(evidence).compiled,
    skipped("a standard JSON input contains no compiled code to compare with"),
  );
}

export function needQueryContract({ query }: Evidence): QueryContract {
  switch (query.state) {
    case "known":
      return query.contract;
    case "not-configured":
      return end(skipped("no query service is configured for this chain"));
    case "not-found":
      return end(
        unknown("the query service does not know the contract; a new contract takes a few seconds to appear"),
      );
    case "unavailable":
      return end(unknown(query.reason));
  }
}

export function endIfFailed(finding: Finding | undefined): void {
  if (finding?.status === "failed") end(finding);
}

const CRASHED = "the check failed to run: ";

/** Runs a check. If it throws an error, the finding is unknown, and {@link isCrash} is true for it. */
export function runCheck(rule: CheckRule, evidence: Evidence): Finding {
  try {
    return rule.run(evidence);
  } catch (error) {
    return error instanceof Decided ? error.finding : unknown(`${CRASHED}${messageOf(error)}`);
  }
}

/** True if the check threw an error. The reason is the only trace of the error in the check's result. */
export function isCrash({ status, reason }: Pick<Finding, "status" | "reason">): boolean {
  return status === "unknown" && reason?.startsWith(CRASHED) === true;
}
