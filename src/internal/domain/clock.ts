/**
 * Waits. Rejects with the signal's reason if the signal is aborted.
 *
 * @param ms Milliseconds.
 */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** A run's source of time. */
export interface Clock {
  /** Milliseconds since an arbitrary point in time. Never decreases. */
  elapsedMs(): number;
  /** The current date, to compare with times in responses and in the journal. */
  now(): Date;
  /** Waits between two requests. @default a timer */
  readonly wait?: Wait;
}
