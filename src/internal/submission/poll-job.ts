import type { Job } from "../domain/record.ts";
import { NotYet, retry } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import type { VerificationService } from "../services/verification/verification-service.ts";
import { MAX_ATTEMPTS, type PollOptions, pollDelayMs, type Waiting } from "./pace.ts";

/** The HTTP client has already retried each of these consecutive polls. */
const MAX_SILENT_POLLS = 3;

/** In milliseconds, by options, because all jobs on a chain share one options object. */
const LAST_JOB_MS = new WeakMap<PollOptions, number>();

/**
 * Keeps polling if the service doesn't answer for a while.
 *
 * @param onPoll Called after each response that reports a running job.
 */
export async function pollJob(
  service: VerificationService,
  verificationId: string,
  options: PollOptions,
  { signal, clock }: Waiting,
  onPoll: (polls: number) => void,
): Promise<Exclude<Job, { state: "pending" }>> {
  const { elapsedMs = () => performance.now(), wait } = clock ?? {};
  const startedMs = elapsedMs();
  let askedMs = startedMs;
  let silences = 0;
  const ask = async (attempt: number): Promise<Exclude<Job, { state: "pending" }>> => {
    askedMs = elapsedMs();
    const job = await service.job(verificationId, { signal });
    silences = 0;
    if (job.state !== "pending") {
      if (attempt > 1) LAST_JOB_MS.set(options, askedMs - startedMs);
      return job;
    }
    onPoll(attempt);
    throw new NotYet(job.retryAfterMs);
  };
  const delayMs = (_: number, error: Error): number | undefined => {
    const isRunning = error instanceof NotYet;
    if (!isRunning) {
      if (!(error instanceof ServiceError) || !isTransientKind(error)) return undefined;
      if (++silences >= MAX_SILENT_POLLS) return undefined;
    }
    // The HTTP client has already waited for an error's Retry-After.
    const retryAfterMs = isRunning ? error.retryAfterMs : undefined;
    const asked = { elapsedMs: askedMs - startedMs, tookMs: elapsedMs() - askedMs, retryAfterMs };
    return pollDelayMs(options, { ...asked, lastJobMs: LAST_JOB_MS.get(options) }, Math.random());
  };
  return retry(ask, { attempts: MAX_ATTEMPTS, delayMs, wait, signal });
}

/** True if the same request can succeed later. */
export function isTransientKind({ kind }: ServiceError): boolean {
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
