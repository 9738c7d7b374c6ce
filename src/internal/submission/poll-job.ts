import type { Job } from "../domain/record.ts";
import { NotYet, retry } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import type { VerificationService } from "../services/verification/verification-service.ts";
import { MAX_ATTEMPTS, type Pacing, type PollOptions, pollDelayMs } from "./pace.ts";

/** The HTTP client has already retried each of these consecutive polls. */
const MAX_SILENT_POLLS = 3;

/** In milliseconds. Keyed by options, because all jobs on a chain share one options object. */
const LAST_JOB_MS = new WeakMap<PollOptions, number>();

export async function pollJob(
  service: VerificationService,
  verificationId: string,
  pacing: Pacing,
  onPoll: () => void,
): Promise<Exclude<Job, { state: "pending" }>> {
  const ask = async (attempt: number, sinceMs: number): Promise<Exclude<Job, { state: "pending" }>> => {
    const job = await service.job(verificationId, { signal: pacing.signal });
    if (job.state === "pending") {
      onPoll();
      throw new NotYet(job.retryAfterMs);
    }
    if (attempt > 1) LAST_JOB_MS.set(pacing.polling, sinceMs);
    return job;
  };
  return pollAtPace(ask, pacing, isTransientKind);
}

/** Repeats a request while it throws {@link NotYet}. `ask` receives the milliseconds since the first one. */
export function pollAtPace<T>(
  ask: (attempt: number, sinceMs: number) => Promise<T>,
  { polling, clock, signal }: Pacing,
  isRepeatable: (error: ServiceError) => boolean,
): Promise<T> {
  const startedMs = clock.elapsedMs();
  let askedMs = startedMs;
  let silences = 0;
  const askNow = (attempt: number): Promise<T> => {
    askedMs = clock.elapsedMs();
    return ask(attempt, askedMs - startedMs);
  };
  const delayMs = (_: number, error: Error): number | undefined => {
    const isRunning = error instanceof NotYet;
    if (!isRunning && !(error instanceof ServiceError && isRepeatable(error))) return undefined;
    silences = isRunning ? 0 : silences + 1;
    if (silences >= MAX_SILENT_POLLS) return undefined;
    // The HTTP client has already waited for an error's Retry-After.
    const retryAfterMs = isRunning ? error.retryAfterMs : undefined;
    const asked = { elapsedMs: askedMs - startedMs, tookMs: clock.elapsedMs() - askedMs, retryAfterMs };
    return pollDelayMs(polling, { ...asked, lastJobMs: LAST_JOB_MS.get(polling) }, Math.random());
  };
  return retry(askNow, { attempts: MAX_ATTEMPTS, delayMs, wait: clock.wait, signal });
}

/** True if the same request can succeed later. */
export function isTransientKind({ kind }: ServiceError): boolean {
  return kind !== "aborted" && kind !== "refused" && kind !== "unusable";
}
