import type { ExpectedMatch } from "../domain/expected-match.ts";
import { isWeakerThanExpected, type Sides } from "../domain/match.ts";
import type { SubmissionEnd } from "./job-end.ts";
import { failureOf, type LinksNothing, linksNothing } from "./job-failures.ts";
import { needsMoreSources, type WiderInput } from "./needs-more-sources.ts";

/** What to do after a job. */
export type NextStep = "done" | "send-fallback" | "send-again" | "send-linked";

/**
 * Decides whether to submit once more: only where a wider input, or the same input after a transient failure, can help.
 * A refusal is final.
 *
 * @param wider The input with more sources; undefined if there is none, or it was sent already.
 * @param mayLink Whether the input may be sent with its libraries' addresses, which gives a weaker match; undefined if
 *   there are none to link.
 */
export function nextStep(
  end: SubmissionEnd,
  expected: ExpectedMatch,
  wider: WiderInput | undefined,
  repeats: number,
  mayLink?: (service: LinksNothing) => boolean,
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
      const unlinked = linksNothing(end.error);
      if (unlinked !== undefined && mayLink !== undefined) return mayLink(unlinked) ? "send-linked" : "done";
      // The same submission would be answered with the same old job.
      if (end.isOld !== true && repeats < failureOf(end.error).repeats) return "send-again";
      return wider !== undefined && needsMoreSources(end.error, wider) ? "send-fallback" : "done";
    }
  }
}

function hasExactSide({ creationMatch, runtimeMatch }: Sides): boolean {
  return creationMatch === "exact_match" || runtimeMatch === "exact_match";
}
