import type { ExpectedMatch } from "../domain/expected-match.ts";
import { isWeakerThanExpected, type Sides } from "../domain/match.ts";
import type { SubmissionEnd } from "./job-end.ts";
import { needsMoreSources, type WiderInput } from "./more-sources.ts";

/** What to do after a job. */
export type NextStep = "done" | "send-fallback" | "send-again";

/** How often the same input is sent again: the service itself was in trouble once, or its node lags for a while. */
const MOST_REPEATS: ReadonlyMap<string, number> = new Map([
  ["internal_error", 1],
  ["no_compiler_output", 1],
  ["job_not_found", 1],
  ["contract_not_deployed", 3],
  ["cannot_fetch_bytecode", 3],
  ["onchain_runtime_bytecode_not_available", 3],
]);

/** Whether a failed job may pass by itself: the service or its node was in trouble, and the input may be right. */
export function isTransient(customCode: string): boolean {
  return MOST_REPEATS.has(customCode);
}

/**
 * Decides whether to submit once more. Only where another input, or the same after a failure of the service itself,
 * can help; never because a refusal might change its mind.
 *
 * @param wider The input with more sources; undefined where there is none, or it was sent.
 */
export function nextStep(
  end: SubmissionEnd,
  expected: ExpectedMatch,
  wider: WiderInput | undefined,
  repeats: number,
): NextStep {
  switch (end.kind) {
    case "matched":
      // One exact side proves the input: what the other lacks, more files won't give.
      return wider !== undefined && !hasExactSide(end.match) && isWeakerThanExpected(end.match, expected)
        ? "send-fallback"
        : "done";
    case "already-verified":
    case "without-job":
      return "done";
    case "failed": {
      const { customCode, compilerErrorMessage } = end.error;
      // Never the message: it quotes the compiler, and so the sources.
      const compilerMissing =
        customCode === "compiler_error" && /fetch|download|not found on/i.test(compilerErrorMessage ?? "");
      if (repeats < (compilerMissing ? 1 : (MOST_REPEATS.get(customCode) ?? 0))) return "send-again";
      return wider !== undefined && needsMoreSources(end.error, wider) ? "send-fallback" : "done";
    }
  }
}

function hasExactSide({ creationMatch, runtimeMatch }: Sides): boolean {
  return creationMatch === "exact_match" || runtimeMatch === "exact_match";
}
