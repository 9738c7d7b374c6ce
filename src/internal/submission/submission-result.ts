import type { ServiceError } from "../services/service-error.ts";
import type { JournalEvent } from "./journal.ts";

/** What became of one submission. Where no job of ours is known, the stored record decides. */
export type SubmissionResult =
  /** The service started a job. */
  | {
      readonly kind: "accepted";
      readonly verificationId: string;
      /** By the service's clock, in whole seconds; undefined where its answer has no date. */
      readonly acceptedAt?: Date | undefined;
    }
  /** Another run submitted the same input, and the journal names its job. */
  | { readonly kind: "joined"; readonly verificationId: string; readonly sentAt: Date }
  /** The service refused it, because both sides are stored as exact matches, or because it replaces no match. */
  | { readonly kind: "already-stored" }
  /** Another job for the contract runs, and this submission does not wait for it. */
  | { readonly kind: "other-job-runs"; readonly mayBeOurs: boolean }
  /** Another job stored what this submission could have gained. */
  | { readonly kind: "stored-by-other-job" }
  /** The answer to a submission of this input was lost; the record shows that it arrived. */
  | { readonly kind: "stored-after-lost-answer" }
  /** The service's answer can't be understood; the record shows that the submission arrived. */
  | { readonly kind: "stored-after-unusable-answer" }
  /** The service refused the input, or no request reached it: no job of this submission can exist. */
  | { readonly kind: "not-accepted"; readonly error: ServiceError };

/** What the journal notes about a result; undefined where a submission may still run without a known id. */
export function journalEventOf(result: SubmissionResult): JournalEvent | undefined {
  switch (result.kind) {
    case "accepted":
      return { event: "accepted", verificationId: result.verificationId };
    case "other-job-runs":
      return result.mayBeOurs ? undefined : { event: "not-accepted" };
    case "joined":
    case "already-stored":
    case "stored-by-other-job":
    case "stored-after-lost-answer":
    case "stored-after-unusable-answer":
    case "not-accepted":
      return { event: "not-accepted" };
  }
}
