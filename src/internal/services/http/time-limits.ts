import { type LimitedSignal, limitedSignal } from "./limited-signal.ts";

/** The slowest supported line. */
const LEAST_BYTES_PER_SECOND = 64 * 1024;

/** A call with all its attempts exceeded its own deadline. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
}

/** Milliseconds for one try: those of the options, and the time that its body takes on a slow line. */
export function timeLimitMs(requestTimeoutMs: number, body: string | Uint8Array | undefined): number {
  return requestTimeoutMs + Math.round(((body?.length ?? 0) / LEAST_BYTES_PER_SECOND) * 1000);
}

/** One deadline for all tries of a call and the waits between them; the caller can end it earlier. */
export function startDeadline(deadlineMs: number, callerSignal: AbortSignal | undefined): LimitedSignal {
  return limitedSignal(
    callerSignal,
    deadlineMs,
    () => new DeadlineError(`no answer within ${deadlineMs} ms, all attempts together`),
  );
}
