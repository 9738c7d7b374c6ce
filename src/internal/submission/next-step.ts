import type { ExpectedMatch } from "../domain/expected-match.ts";
import { isWeakerThanExpected, type Sides } from "../domain/match.ts";
import type { SubmissionEnd } from "./job-end.ts";
import { needsMoreSources, type WiderInput } from "./needs-more-sources.ts";

/** What to do after a job. */
export type NextStep = "done" | "send-fallback" | "send-again";

/** How often the same input is sent again after a failure of the service itself or of its node. */
const MOST_REPEATS: ReadonlyMap<string, number> = new Map([
  ["internal_error", 1],
  ["no_compiler_output", 1],
  ["job_not_found", 1],
  ["contract_not_deployed", 3],
  ["cannot_fetch_bytecode", 3],
  ["onchain_runtime_bytecode_not_available", 3],
]);

/** Whether a failed job is transient: the service or its node had a problem, and the input may be right. */
export function isTransient(customCode: string): boolean {
  return MOST_REPEATS.has(customCode);
}

/**
 * Decides whether to submit once more: only where a wider input, or the same input after a transient failure, can help.
 * A refusal is final.
 *
 * @param wider The input with more sources; undefined if there is none, or it was sent already.
 */
export function nextStep(
  end: SubmissionEnd,
  expected: ExpectedMatch,
  wider: WiderInput | undefined,
  repeats: number,
): NextStep {
  switch (end.kind) {
    case "matched":
      // One exact side proves the input: more files can't improve the other side.
      return wider !== undefined && !hasExactSide(end.match) && isWeakerThanExpected(end.match, expected)
        ? "send-fallback"
        : "done";
    case "already-verified":
    case "without-job":
      return "done";
    case "failed": {
      const { customCode, compilerErrorMessage } = end.error;
      // Never `message`: it quotes the compiler, and so the sources.
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
