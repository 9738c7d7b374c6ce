import type { Options } from "p-retry";

/** How a running job is asked for. */
export interface PollOptions {
  /** Milliseconds before the second question. @default 50 */
  readonly firstDelayMs: number;
  /** Milliseconds that the growing delay does not pass. @default 3000 */
  readonly maxDelayMs: number;
  /**
   * Milliseconds for which the record is asked when the answer to a submission can't be understood: that is not sent
   * again. @default 10000
   */
  readonly lookForMs?: number;
}

/** Delays grow by this much a question, and each is made up to twice as long by chance. */
const GROWTH = 1.4;
/** The deadline ends waiting long before; this is for a clock that stands still. */
const MOST_QUESTIONS = 5000;

/** The pace of waiting for a job, one's own or someone else's: quick at first, then slower. */
export function paceOf({ firstDelayMs, maxDelayMs }: PollOptions, signal: AbortSignal): Options {
  return {
    retries: MOST_QUESTIONS,
    minTimeout: firstDelayMs,
    maxTimeout: maxDelayMs,
    factor: GROWTH,
    randomize: true,
    signal,
  };
}
