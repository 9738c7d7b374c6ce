import pRetry from "p-retry";

class NotThereYet extends Error {}

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 3000;
const GROWTH = 1.5;

/**
 * Repeats a read until it finds something. Only undefined is retried; an error is rethrown.
 *
 * @param read Resolves with undefined for "not there yet". `attempt` counts from 1.
 * @param attempts The most reads.
 * @returns undefined when nothing appeared.
 */
export async function retryUntilPresent<T>(
  read: (attempt: number) => Promise<T | undefined>,
  attempts: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  const readOnce = async (attempt: number): Promise<T> => {
    const answer = await read(attempt);
    if (answer === undefined) throw new NotThereYet();
    return answer;
  };
  try {
    return await pRetry(readOnce, {
      retries: Math.max(0, attempts - 1),
      minTimeout: FIRST_DELAY_MS,
      maxTimeout: MAX_DELAY_MS,
      factor: GROWTH,
      signal,
      shouldRetry: ({ error }) => error instanceof NotThereYet,
    });
  } catch (error) {
    if (error instanceof NotThereYet) return undefined;
    throw error;
  }
}
