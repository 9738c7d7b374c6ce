import type { LocalForwarding } from "../options.ts";
import { betterMatch, type StoredContract } from "./contract-store.ts";
import type { StoredJob } from "./job-store.ts";

/** The body of `GET /v2/verify/{verificationId}`. */
export function jobView(
  job: StoredJob,
  chainId: string,
  stored: StoredContract | undefined,
): Readonly<Record<string, unknown>> {
  const { verificationId, address, startedAt, end } = job;
  const head = { isJobCompleted: end !== undefined, verificationId, jobStartTime: startedAt };
  const contract = { match: null, creationMatch: null, runtimeMatch: null, chainId, address };
  if (end === undefined) return { ...head, contract };
  switch (end.kind) {
    case "matched": {
      const { creationMatch, runtimeMatch } = end;
      // After an upgrade the record belongs to the later job.
      const isCurrent = stored?.verificationId === verificationId;
      return {
        ...head,
        jobFinishTime: end.finishedAt,
        compilationTime: String(end.compilationTimeMs),
        contract: {
          match: betterMatch(creationMatch, runtimeMatch),
          creationMatch,
          runtimeMatch,
          chainId,
          address,
          ...(isCurrent ? { verifiedAt: stored.verifiedAt, matchId: stored.matchId } : {}),
        },
      };
    }
    case "failed":
      return { ...head, jobFinishTime: end.finishedAt, contract, error: end.error };
  }
}

/** What other services answered by now to a job that found a match; a job that was not forwarded has no such key. */
export function forwardedView(
  { end }: StoredJob,
  forwarding: readonly LocalForwarding[],
  nowMs: number,
): Readonly<Record<string, unknown>> {
  if (end?.kind !== "matched") return {};
  const known = forwarding.filter(({ afterMs = 0 }) => nowMs - end.endedAtMs >= afterMs);
  if (known.length === 0) return {};
  return { externalVerifications: Object.fromEntries(known.map(({ to, answer }) => [to, answer])) };
}

/** What every answer about a contract has, verified or not. */
export function matchView(
  stored: StoredContract | undefined,
  chainId: string,
  address: string,
): Readonly<Record<string, unknown>> {
  if (stored === undefined) {
    return { match: null, creationMatch: null, runtimeMatch: null, chainId, address };
  }
  const creationMatch = stored.creation.match;
  const runtimeMatch = stored.runtime.match;
  return {
    matchId: stored.matchId,
    creationMatch,
    runtimeMatch,
    verifiedAt: stored.verifiedAt,
    match: betterMatch(creationMatch, runtimeMatch),
    chainId,
    address,
  };
}
