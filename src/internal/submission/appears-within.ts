import type { Clock } from "../domain/clock.ts";
import { untilPresent } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import { growingDelayMs, MAX_ATTEMPTS, type Pacing } from "./pace.ts";

/** One time limit for several callers, in milliseconds from the first call. */
export function createSharedPatience(mostMs: number, { elapsedMs }: Pick<Clock, "elapsedMs">): () => number {
  let startedMs: number | undefined;
  return () => {
    startedMs ??= elapsedMs();
    return Math.max(0, mostMs - (elapsedMs() - startedMs));
  };
}

/** Returns false if the time is up, or the service doesn't answer. */
export async function appearsWithin(
  mostMs: number,
  isThere: () => Promise<boolean>,
  { polling, clock, signal }: Pacing,
): Promise<boolean> {
  const startedMs = clock.elapsedMs();
  const delayMs = (attempt: number): number | undefined => {
    const leftMs = mostMs - (clock.elapsedMs() - startedMs);
    return leftMs <= 0 ? undefined : Math.min(growingDelayMs(polling, attempt, Math.random()), leftMs);
  };
  const read = async (): Promise<true | undefined> => ((await isThere()) ? true : undefined);
  try {
    const options = { attempts: MAX_ATTEMPTS, delayMs, wait: clock.wait, signal };
    return (await untilPresent(read, options)) ?? false;
  } catch (error) {
    if (error instanceof ServiceError && !signal.aborted) return false;
    throw error;
  }
}
