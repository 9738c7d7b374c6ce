import type { JobError, MatchSummary } from "../domain/record.ts";

/** Why a stored match stays as it is. */
export const KEPT = "the service refused the submission: it keeps the match that it has";

/** How a job ended. */
export type JobEnd =
  /** The service stored a match. */
  | {
      readonly kind: "matched";
      readonly verificationId: string;
      readonly match: MatchSummary;
      /** True if only a journal says that the job is of this input. */
      readonly isOfEarlierRun?: boolean;
    }
  /** The job found the same or a better match stored, and changed nothing. */
  | { readonly kind: "already-verified"; readonly verificationId: string; readonly isOfEarlierRun?: boolean }
  /** The job found no match, or could not finish. */
  | {
      readonly kind: "failed";
      readonly verificationId: string;
      readonly error: JobError;
      /** The job had ended before the submission that it answers: the service started none. */
      readonly isOld?: boolean;
      /** The submissions of this input that the service did not compile in its time, if this is one of them. */
      readonly tries?: number;
    };

/** How a submission ended: as its job did; without a job, the stored record decides. */
export type SubmissionEnd =
  | JobEnd
  | {
      readonly kind: "without-job";
      /** The service refused it, because it has a match already. */
      readonly isRefused?: boolean;
    };
