/** Waits for a number of milliseconds. Rejects with the signal's reason if the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Clock {
  /** Milliseconds since an arbitrary point in time. Never decreases. */
  elapsedMs(): number;
  /** The current date, to compare with times in responses and in the journal. */
  now(): Date;
  /** Waits between two requests. @default a timer */
  readonly wait?: Wait;
}
