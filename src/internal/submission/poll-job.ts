import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import type { Job } from "../domain/record.ts";
import { ServiceError } from "../services/service-error.ts";
import type { VerificationService } from "../services/verification/verification-service.ts";
import { MOST_QUESTIONS, type PollOptions, pollDelayMs } from "./pace.ts";

/** Questions in a row without an answer, each already tried several times. */
const MOST_SILENCES = 3;

class StillRunning extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(retryAfterMs: number | undefined) {
    super();
    this.retryAfterMs = retryAfterMs;
  }
}

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
  const startedMs = performance.now();
  let askedMs = startedMs;
  let silences = 0;
  const wait = async (retryAfterMs: number | undefined): Promise<void> => {
    const asked = { elapsedMs: askedMs - startedMs, tookMs: performance.now() - askedMs, retryAfterMs };
    // An abort ends the wait; p-retry then throws what the signal was aborted with.
    await sleep(pollDelayMs(options, asked, Math.random()), undefined, { signal }).catch(() => {});
  };
  return pRetry(
    async (attempt) => {
      askedMs = performance.now();
      const job = await service.job(verificationId, { signal });
      silences = 0;
      if (job.state !== "pending") return job;
      onPoll(attempt);
      throw new StillRunning(job.retryAfterMs);
    },
    {
      retries: MOST_QUESTIONS,
      // The wait is in `shouldRetry`, for p-retry's own does not follow the clock.
      minTimeout: 0,
      signal,
      shouldRetry: async ({ error }) => {
        if (!(error instanceof StillRunning)) {
          if (!(error instanceof ServiceError) || !isPassing(error)) return false;
          silences += 1;
          if (silences >= MOST_SILENCES) return false;
        }
        await wait(error.retryAfterMs);
        return true;
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
