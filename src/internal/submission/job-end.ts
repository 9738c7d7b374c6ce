import type { JobError, MatchSummary } from "../domain/record.ts";

/** How a job ended. */
export type JobEnd =
  /** The service stored a match. */
  | {
      readonly kind: "matched";
      readonly verificationId: string;
      readonly match: MatchSummary;
      /** Whether only a journal says that the job is of this input. */
      readonly isOfEarlierRun?: boolean;
    }
  /** The job found the same or a better match stored, and changed nothing. */
  | { readonly kind: "already-verified"; readonly verificationId: string; readonly isOfEarlierRun?: boolean }
  /** The job found no match, or could not finish. */
  | { readonly kind: "failed"; readonly verificationId: string; readonly error: JobError };

/** How a submission ended: as its job did; without a job, the stored record decides. */
export type SubmissionEnd = JobEnd | { readonly kind: "without-job" };
