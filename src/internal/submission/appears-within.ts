import { retry, waitByTimer } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import { growingDelayMs, MOST_QUESTIONS, type PollOptions } from "./pace.ts";

class NotThereYet extends Error {}

/**
 * Repeats a read at growing intervals until it finds what it looks for.
 *
 * @param mostMs Milliseconds after which it is not repeated.
 * @returns false when the time is up, or the service gives no answer.
 * @throws what the signal was aborted with
 */
export async function appearsWithin(
  mostMs: number,
  isThere: () => Promise<boolean>,
  polling: PollOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { elapsedMs = () => performance.now(), wait = waitByTimer } = polling.clock ?? {};
  const startedMs = elapsedMs();
  const read = async (): Promise<void> => {
    if (!(await isThere())) throw new NotThereYet();
  };
  const delayMs = (attempt: number, error: Error): number | undefined => {
    const leftMs = mostMs - (elapsedMs() - startedMs);
    if (leftMs <= 0 || !(error instanceof NotThereYet)) return undefined;
    return Math.min(growingDelayMs(polling, attempt, Math.random()), leftMs);
  };
  try {
    await retry(read, { attempts: MOST_QUESTIONS, delayMs, wait: (ms) => wait(ms, signal), signal });
    return true;
  } catch (error) {
    if (error instanceof NotThereYet || (error instanceof ServiceError && !signal.aborted)) return false;
    throw error;
  }
}
