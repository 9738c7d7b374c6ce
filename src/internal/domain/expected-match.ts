/** What a side is expected to get. */
export type ForetoldMatch = "match" | "exact_match" | "none" | "unknown";

/** The match that a build promises, before anything is sent. */
export interface ExpectedMatch {
  readonly creation: ForetoldMatch;
  readonly runtime: ForetoldMatch;
  /** Why a side is expected to get less than an exact match, or why it can't be told. */
  readonly reasons: readonly string[];
}
