/** The match that one side is expected to get. */
export type ExpectedSideMatch = "match" | "exact_match" | "none" | "unknown";

/** The match that a build is expected to get, predicted before it is submitted. */
export interface ExpectedMatch {
  readonly creation: ExpectedSideMatch;
  readonly runtime: ExpectedSideMatch;
  /** Why a side is expected to get less than an exact match, or why that can't be predicted. */
  readonly reasons: readonly string[];
}
