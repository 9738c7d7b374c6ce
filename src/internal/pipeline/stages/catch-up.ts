import { isWeaker, type Sides } from "../../domain/match.ts";
import { appearsWithin } from "../../submission/appears-within.ts";
import type { Run } from "../run.ts";

/** For a run without a deadline. */
const LOOK_FOR_MS = 10_000;
/** The cross-check needs some of the time that is left. */
const KEPT_SHARE = 0.2;
const MOST_KEPT_MS = 15_000;

/**
 * Waits until the record is no longer weaker than the match that a job found: a service can answer from a copy that lags.
 * Asks for the matches alone.
 *
 * @returns Whether it caught up before the deadline.
 */
export async function catchesUp(run: Run, address: string, match: Sides): Promise<boolean> {
  const { chainId, clock, polling, signal, onProgress } = run.ports;
  const mostMs = lookForMs(run);
  const isCaughtUp = async (): Promise<boolean> => {
    const record = await run.verification().contract(chainId, address, { signal });
    return record !== undefined && !isWeaker(record, match);
  };
  onProgress({ type: "waiting-for-record" });
  // Without an answer, the record that was read decides.
  return await appearsWithin(mostMs, isCaughtUp, { ...polling, clock }, signal);
}

function lookForMs({ ports: { leftMs, polling } }: Run): number {
  if (leftMs === undefined) return polling.lookForMs ?? LOOK_FOR_MS;
  const left = leftMs();
  return Math.max(0, left - Math.min(MOST_KEPT_MS, left * KEPT_SHARE));
}
