import type { ErrorCode } from "../errors/catalogue.ts";
import type { ContractReport, Outcome, Problem, Report } from "./model.ts";

/** 0 good enough, 1 look at it, 2 wrong use, 3 can't tell: run it again. */
export type ExitCode = Report["exitCode"];

/** The exit code of one outcome. */
export function exitCodeOf(outcome: Outcome): ExitCode {
  switch (outcome) {
    case "verified":
    case "already-verified":
    case "dry-run":
    case "minimal-proxy":
    case "known-code":
    case "as-locked":
    case "of-others":
      return 0;
    case "mismatch":
    case "check-failed":
    case "not-deployed":
    case "no-build":
    case "rejected":
    case "not-proven":
    case "drifted":
      return 1;
    case "unavailable":
    case "timed-out":
    case "not-tried":
      return 3;
  }
}

/** The worst exit code: a wrong contract outweighs one without an answer. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
  return ([2, 1, 3] as const).find((code) => codes.includes(code)) ?? 0;
}

/** The exit code of a report with these contracts, and this problem of the run as a whole. */
export function exitCodeOfAll(
  contracts: readonly Pick<ContractReport, "outcome">[],
  error: Problem | undefined,
): ExitCode {
  const codes = contracts.map(({ outcome }) => exitCodeOf(outcome));
  return worstExitCode(error === undefined ? codes : [...codes, exitCodeOfProblem(error)]);
}

/** Transient: a missing shard, a node without an answer, a stop by the user. */
const TRANSIENT_CODES: readonly string[] = [
  "VC302",
  "VC408",
  "VC709",
  "VC713",
  "VC716",
] satisfies ErrorCode[];

/** A locked chain that was not looked at, and evidence that was changed or does not show what it states. */
const REFUTED_CODES: readonly string[] = ["VC717", "VC805", "VC807", "VC808", "VC809"] satisfies ErrorCode[];

/** A mistake of this program. */
const UNFORESEEN = "VC999" satisfies ErrorCode;

export function isMistake({ code }: Problem): boolean {
  return code === UNFORESEEN;
}

/** Whether a problem that ends a command is something to look at, and neither wrong use nor transient. */
export function isToLookAt(problem: Pick<Problem, "code">): boolean {
  return problem.code === UNFORESEEN || REFUTED_CODES.includes(problem.code);
}

function exitCodeOfProblem(problem: Problem): ExitCode {
  if (isToLookAt(problem)) return 1;
  return TRANSIENT_CODES.includes(problem.code) ? 3 : 2;
}

/** How many contracts there are of each outcome. */
export function summaryOf(contracts: readonly Pick<ContractReport, "outcome">[]): Report["summary"] {
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (const { outcome } of contracts) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return { total: contracts.length, outcomes };
}
