import type { Submission } from "../domain/record.ts";
import { NotYet, retry } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import type { VerificationService } from "../services/verification/verification-service.ts";
import type { EarlierJob, SubmissionKey } from "./journal.ts";
import type { SubmissionEnd } from "./next-step.ts";
import {
  findWithin,
  growingDelayMs,
  isTransientKind,
  LOOK_FOR_MS,
  MAX_ATTEMPTS,
  type Pacing,
} from "./pace.ts";

export interface SubmittedJob {
  readonly kind: "job";
  readonly verificationId: string;
  /** The time of the submission, if another run submitted the same input. */
  readonly sentAt?: Date;
  /** According to the service's clock. */
  readonly acceptedAt?: Date | undefined;
}

type Submitted = SubmittedJob | Extract<SubmissionEnd, { kind: "without-job" }>;

/** While another job for the contract runs, the polling options set the pace. */
export interface SubmitOptions extends Pacing {
  /** True if an earlier run may have submitted the same input and lost the response. */
  readonly mayHaveArrived: boolean;
  /** False for an optional upgrade: a hanging job must not delay the run, because the stored match remains valid. */
  readonly waitForOtherJob: boolean;
  /**
   * @param mayBeOurs True if an earlier submission of this input may have arrived, so the running job may belong to it.
   */
  readonly onOtherJob: (mayBeOurs: boolean) => void;
  /** Called before each resubmission. */
  readonly jobOfOtherRun: () => Promise<EarlierJob | undefined>;
  /** @param mayBeOurs True if a submission of this input may have arrived, so the record may contain its match. */
  readonly isStored: (mayBeOurs: boolean) => Promise<boolean>;
}

const MAX_LOST_RESPONSES = 3;

/**
 * Reads the stored record before every resubmission. If a job's ID was lost, the service refuses a second job for the
 * contract, so resubmitting waits for that job.
 */
export async function submit(
  service: VerificationService,
  { chainId, address }: Pick<SubmissionKey, "chainId" | "address">,
  submission: Submission,
  options: SubmitOptions,
): Promise<Submitted> {
  const { polling, clock, signal } = options;
  let { mayHaveArrived } = options;
  let lostAnswers = 0;

  const trySubmit = async (attempt: number): Promise<Submitted> => {
    const job = attempt > 1 ? await options.jobOfOtherRun() : undefined;
    if (job !== undefined) return { kind: "job", verificationId: job.verificationId, sentAt: job.at };
    if ((attempt > 1 || mayHaveArrived) && (await options.isStored(mayHaveArrived))) return WITHOUT_JOB;
    try {
      return { kind: "job", ...(await service.submit(chainId, address, submission, { signal })) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Set before reading the record, because reading can fail too, and a submission that arrived must not look
      // refused.
      mayHaveArrived ||= error.mayHaveArrived === true;
      return await afterFailure(error);
    }
  };

  const afterFailure = async (error: ServiceError): Promise<Submitted> => {
    if (error.customCode === "already_verified") return { ...WITHOUT_JOB, isRefused: true };
    if (error.customCode === "duplicate_verification_request") {
      if (!options.waitForOtherJob) return { ...WITHOUT_JOB, mayRun: mayHaveArrived };
      throw new NotYet();
    }
    const isStored = () => options.isStored(true);
    // The sender of an unusable response may have accepted the submission. Resubmitting would get the same response. If
    // the record can't be read either, the report shows the unusable response.
    const appears = () =>
      findWithin(polling.lookForMs ?? LOOK_FOR_MS, async () => (await isStored()) || undefined, options);
    const mayAppear = error.kind === "unusable" && error.mayHaveArrived === true;
    if (mayAppear && (await appears())) return WITHOUT_JOB;
    if (isLostAnswer(error) && (await isStored())) return WITHOUT_JOB;
    throw error;
  };

  try {
    const delayMs = (attempt: number, error: Error): number | undefined => {
      if (error instanceof NotYet) options.onOtherJob(mayHaveArrived);
      else if (!(error instanceof ServiceError) || !isLostAnswer(error)) return undefined;
      else if (++lostAnswers >= MAX_LOST_RESPONSES) return undefined;
      return growingDelayMs(polling, attempt, Math.random());
    };
    return await retry(trySubmit, { attempts: MAX_ATTEMPTS, delayMs, wait: clock.wait, signal });
  } catch (error) {
    const isKnown = error instanceof ServiceError && error.kind !== "aborted" && !mayHaveArrived;
    if (isKnown) return { ...WITHOUT_JOB, error };
    throw error;
  }
}

const WITHOUT_JOB = { kind: "without-job" } as const;

/** The HTTP client leaves lost responses and the status codes 500, 502 and 504 to `submit`. */
function isLostAnswer(error: ServiceError): boolean {
  return isTransientKind(error) && error.mayHaveArrived === true;
}
