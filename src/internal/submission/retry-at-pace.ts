import pRetry from "p-retry";
import { waitByTimer } from "../services/wait-by-timer.ts";
import { growingDelayMs, MOST_QUESTIONS, type PollOptions } from "./pace.ts";

/** When work is done again, and for how long. */
interface RetryAtPace {
  readonly polling: PollOptions;
  readonly shouldRetry: (error: Error) => boolean;
  /** Milliseconds after which it is not done again. @default no limit */
  readonly mostMs?: number;
}

/**
 * Repeats what is expensive, such as a submission while another job runs, at growing intervals.
 *
 * @param work `attempt` counts from 1.
 * @throws what the last attempt failed with; what the signal was aborted with
 */
export function retryAtPace<T>(
  work: (attempt: number) => Promise<T>,
  { polling, shouldRetry, mostMs = Number.POSITIVE_INFINITY }: RetryAtPace,
  signal: AbortSignal,
): Promise<T> {
  const { elapsedMs = () => performance.now(), wait = waitByTimer } = polling.clock ?? {};
  const startedMs = elapsedMs();
  const leftMs = (): number => mostMs - (elapsedMs() - startedMs);
  return pRetry(work, {
    retries: MOST_QUESTIONS,
    // The wait is in `shouldRetry`, for p-retry's own does not follow the clock.
    minTimeout: 0,
    signal,
    shouldRetry: async ({ error, attemptNumber }) => {
      if (leftMs() <= 0 || !shouldRetry(error)) return false;
      await wait(Math.min(growingDelayMs(polling, attemptNumber, Math.random()), leftMs()), signal);
      return true;
    },
  });
}
