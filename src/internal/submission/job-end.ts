import type { JobError, MatchSummary } from "../domain/record.ts";

/** How following one submission ended. */
export type JobEnd =
  /** The job found a match. */
  | { readonly kind: "matched"; readonly verificationId: string; readonly match: MatchSummary }
  /** Nothing to do any more, in the service's words; only the stored record can tell. */
  | { readonly kind: "already-verified"; readonly verificationId: string | undefined }
  /** The job found that it does not match, or could not tell. */
  | { readonly kind: "failed"; readonly verificationId: string; readonly error: JobError };
