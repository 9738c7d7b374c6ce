/**
 * Waits. Rejects with what the signal was aborted with.
 *
 * @param ms Milliseconds.
 */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** The time of a run. */
export interface Clock {
  /** Milliseconds from any fixed point; never goes back. */
  elapsedMs(): number;
  /** The date, to compare with times in answers and in the journal. */
  now(): Date;
  /** How a run waits between two requests. @default by a timer */
  readonly wait?: Wait;
}
