import type { JobError, MatchSummary } from "../domain/record.ts";

export const KEPT = "the service refused the submission and keeps its stored match";

export type JobEnd =
  | {
      readonly kind: "matched";
      readonly verificationId: string;
      readonly match: MatchSummary;
      /** True if only a journal links the job to this input. */
      readonly isOfEarlierRun?: boolean;
    }
  /** The job found an equal or better match stored, and changed nothing. */
  | { readonly kind: "already-verified"; readonly verificationId: string; readonly isOfEarlierRun?: boolean }
  /** The job found no match, or couldn't finish. */
  | {
      readonly kind: "failed";
      readonly verificationId: string;
      readonly error: JobError;
      /** The job had ended before this submission and the service didn't start a new one. */
      readonly isOld?: boolean;
      /** Compiler timeouts so far for submissions of this input. */
      readonly tries?: number;
    };

/** The end of a submission. If there is no job, the stored record determines the result. */
export type SubmissionEnd =
  | JobEnd
  | {
      readonly kind: "without-job";
      /** The service already has a match. */
      readonly isRefused?: boolean;
    };
