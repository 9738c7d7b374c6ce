import pRetry from "p-retry";

class NotThereYet extends Error {}

/** Milliseconds before the second question; they grow by half with each, up to three seconds. */
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 3000;
const GROWTH = 1.5;

/**
 * Asks again for what must have just appeared. Only an answer that it is not there yet is worth another question here;
 * an error is thrown on.
 *
 * @param ask Resolves with undefined for "not there yet". Told the number of the question, from 1.
 * @param attempts How often it is asked, at the most.
 * @returns undefined when it did not appear.
 */
export async function retryUntilPresent<T>(
  ask: (attempt: number) => Promise<T | undefined>,
  attempts: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  const askOnce = async (attempt: number): Promise<T> => {
    const answer = await ask(attempt);
    if (answer === undefined) throw new NotThereYet();
    return answer;
  };
  try {
    return await pRetry(askOnce, {
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
