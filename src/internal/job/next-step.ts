import type { ExpectedMatch } from "../match/foretell.ts";
import type { JobEnd } from "./job-end.ts";
import { isWeakerThanExpected } from "../match/match-order.ts";

/** What to do after a job. */
export type NextStep = "done" | "send-fallback" | "send-again";

/** Another input can help: the sources that were left out may matter to the compiler. */
const FALLBACK_HELPS = new Set([
  "extra_file_input_bug",
  "no_match",
  "bytecode_length_mismatch",
  "compiler_error",
]);

/** The service itself was in trouble, or its node lags: the same input may well succeed. */
const AGAIN_HELPS = new Set([
  "internal_error",
  "no_compiler_output",
  "job_not_found",
  "contract_not_deployed",
  "cannot_fetch_bytecode",
  "onchain_runtime_bytecode_not_available",
]);

/** How often the same input is sent again, at the most. */
const MOST_REPEATS = 2;

/**
 * Decides whether to submit once more. Only where another input, or the same after a failure of the service itself,
 * can help; never because a refusal might change its mind.
 */
export function nextStep(
  end: JobEnd,
  expected: ExpectedMatch,
  hasFallback: boolean,
  repeats: number,
): NextStep {
  switch (end.kind) {
    case "matched":
      return hasFallback && isWeakerThanExpected(end.match, expected) ? "send-fallback" : "done";
    case "already-verified":
      return "done";
    case "failed": {
      const { customCode, message } = end.error;
      const compilerMissing =
        customCode === "compiler_error" && /fetch|download|not found on the server/i.test(message);
      if ((AGAIN_HELPS.has(customCode) || compilerMissing) && repeats < MOST_REPEATS) return "send-again";
      return hasFallback && FALLBACK_HELPS.has(customCode) ? "send-fallback" : "done";
    }
  }
}
