import pRetry from "p-retry";
import { ServiceError } from "../services/service-error.ts";
import type { Job } from "../services/verification/model.ts";
import type { VerificationService } from "../services/verification/verification-service.ts";
import { type PollOptions, paceOf } from "./pace.ts";

/** Questions in a row without an answer, each already tried several times. */
const MOST_SILENCES = 3;

class StillRunning extends Error {}

/**
 * Asks for a job until it has ended. A service that is silent for a while is asked again.
 *
 * @param onPoll Told after each answer that the job is still running.
 * @throws ServiceError when the service stays silent; what the signal was aborted with.
 */
export async function pollJob(
  service: VerificationService,
  verificationId: string,
  options: PollOptions,
  signal: AbortSignal,
  onPoll: (polls: number) => void,
): Promise<Exclude<Job, { state: "pending" }>> {
  let silences = 0;
  return pRetry(
    async (attempt) => {
      const job = await service.job(verificationId, { signal });
      silences = 0;
      if (job.state !== "pending") return job;
      onPoll(attempt);
      throw new StillRunning();
    },
    {
      ...paceOf(options, signal),
      shouldRetry: ({ error }) => {
        if (error instanceof StillRunning) return true;
        if (!(error instanceof ServiceError) || !isPassing(error)) return false;
        silences += 1;
        return silences < MOST_SILENCES;
      },
    },
  );
}

/** Whether a failure may pass by itself. */
export function isPassing({ kind }: ServiceError): boolean {
  switch (kind) {
    case "unreachable":
    case "timeout":
    case "busy":
    case "server-error":
      return true;
    case "aborted":
    case "refused":
    case "unusable":
      return false;
  }
}
