import pRetry from "p-retry";
import type { Submission } from "../domain/record.ts";
import { ServiceError } from "../services/service-error.ts";
import type { VerificationService } from "../services/verification/verification-service.ts";
import type { EarlierJob } from "./journal.ts";
import { type PollOptions, paceOf } from "./pace.ts";
import { isPassing } from "./poll-job.ts";

/** What became of a submission. */
export type Submitted =
  | { readonly kind: "accepted"; readonly verificationId: string }
  /** Another run has sent the same, and has written down the job. */
  | { readonly kind: "joined"; readonly verificationId: string; readonly sentAt: Date }
  /** Both sides are stored as exact, or what is stored will do while another job runs: the record decides. */
  | { readonly kind: "already-verified" };

export interface SubmitTarget {
  readonly chainId: number;
  readonly address: string;
}

/** The pace is that of waiting while someone else's job runs. */
export interface SubmitOptions extends PollOptions {
  /** Whether an earlier run may have submitted the same, without having seen the answer. */
  readonly wasLost: boolean;
  /** False for an upgrade that nobody asked for: what is stored stands, and a job that hangs does no harm. */
  readonly waitForOtherJob: boolean;
  /** Told each time the service is still busy with someone else's job for the same contract. */
  readonly onOtherJob: () => void;
  /** Asked before anything is sent again: the job of another run that sent the very same, where it is known now. */
  readonly jobOfOtherRun: () => Promise<EarlierJob | undefined>;
  /**
   * Asked before anything is sent again: whether the stored record shows that the work is done. Sending twice is
   * harmless only when it has been asked first.
   *
   * @param wasLost Whether a submission of ours may have arrived, so that what is stored now may be its result.
   */
  readonly isDone: (wasLost: boolean) => Promise<boolean>;
}

/** How often a submission is sent whose answer was lost. */
const MOST_LOST = 3;

/** Milliseconds in which most jobs end. */
const LOOK_FOR_MS = 10_000;

class OtherJobRuns extends Error {}
class NotDone extends Error {}

/**
 * Submits once. Someone else's running job for the same contract is waited for; nothing is sent again before the stored
 * record was consulted. While a job of ours whose id was lost still runs, the service refuses another one for the
 * contract, so that asking it again is how the job is consulted.
 *
 * @throws ServiceError for a refusal, or when the service can't be reached; what the signal was aborted with.
 */
export async function submit(
  service: VerificationService,
  { chainId, address }: SubmitTarget,
  submission: Submission,
  options: SubmitOptions,
  signal: AbortSignal,
): Promise<Submitted> {
  let lost = 0;
  const trySubmit = async (attempt: number): Promise<Submitted> => {
    const mayBeOurs = options.wasLost || lost > 0;
    const job = attempt > 1 ? await options.jobOfOtherRun() : undefined;
    if (job !== undefined) return { kind: "joined", verificationId: job.verificationId, sentAt: job.at };
    if ((attempt > 1 || options.wasLost) && (await options.isDone(mayBeOurs)))
      return { kind: "already-verified" };
    try {
      const { verificationId } = await service.submit(chainId, address, submission, { signal });
      return { kind: "accepted", verificationId };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.customCode === "already_verified") return { kind: "already-verified" };
      if (error.customCode === "duplicate_verification_request") {
        if (!options.waitForOtherJob) return { kind: "already-verified" };
        throw new OtherJobRuns();
      }
      if (isGarbled(error) && (await appears(options, signal))) return { kind: "already-verified" };
      if (mayHaveArrived(error) && (await options.isDone(true))) return { kind: "already-verified" };
      throw error;
    }
  };
  return pRetry(trySubmit, {
    ...paceOf(options, signal),
    shouldRetry: ({ error }) => {
      if (error instanceof OtherJobRuns) {
        options.onOtherJob();
        return true;
      }
      if (!(error instanceof ServiceError) || !mayHaveArrived(error)) return false;
      lost += 1;
      return lost < MOST_LOST;
    },
  });
}

/** Whatever answered may have taken the submission; sending it again would be hoping that the answer changes. */
function isGarbled({ kind, mayHaveArrived: arrived }: ServiceError): boolean {
  return kind === "unusable" && arrived === true;
}

/** Whether the record shows the work done within the time for that. */
async function appears(options: SubmitOptions, signal: AbortSignal): Promise<boolean> {
  try {
    await pRetry(
      async () => {
        if (!(await options.isDone(true))) throw new NotDone();
      },
      {
        ...paceOf(options, signal),
        maxRetryTime: options.lookForMs ?? LOOK_FOR_MS,
        shouldRetry: ({ error }) => error instanceof NotDone,
      },
    );
    return true;
  } catch (error) {
    // Without a record that can be read, the answer to the submission is what there is to say.
    if (error instanceof NotDone || (error instanceof ServiceError && !signal.aborted)) return false;
    throw error;
  }
}

/** The client sends again by itself what can't have arrived; a lost answer and a 500, 502 or 504 are left to us. */
function mayHaveArrived(error: ServiceError): boolean {
  return isPassing(error) && error.mayHaveArrived === true;
}
