import type { Outcome, Report } from "../reports/model.ts";

/** What a pipeline of another program sees: 0 good, 1 look at it, 2 wrong use, 3 run it again. */
export type ExitCode = Report["exitCode"];

/** The exit code of one outcome. */
export function exitCodeOf(outcome: Outcome): ExitCode {
  switch (outcome) {
    case "verified":
    case "already-verified":
    case "dry-run":
    case "minimal-proxy":
      return 0;
    case "mismatch":
    case "check-failed":
    case "not-deployed":
    case "no-build":
    case "rejected":
      return 1;
    case "unavailable":
    case "timed-out":
    case "not-tried":
      return 3;
  }
}

/** The worst of several: what is wrong with a contract weighs more than what could not be told. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
  return ([2, 1, 3] as const).find((code) => codes.includes(code)) ?? 0;
}
