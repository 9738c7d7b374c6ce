import { isWeaker } from "../../domain/match.ts";
import { momentOf, utcSecond } from "../../text/moment.ts";
import { type Judgement, open, refuted } from "../claim.ts";
import { describeSides } from "../compare/compare-values.ts";
import type { Evidence, JobOfRun, RecordSent } from "../evidence.ts";

/** Clocks of one service differ less. */
const ALLOWED_MS = 10 * 60_000;

/** What speaks against the record being current, and what the job of this run said; undefined for nothing. */
export function doubtOfRecord({
  record,
  job,
  previouslyAt,
  recordSent,
}: Pick<Evidence, "record" | "job" | "previouslyAt" | "recordSent">): Judgement | undefined {
  const verifiedMs = momentOf(record.verifiedAt);
  const previousMs = momentOf(previouslyAt);
  return (
    (recordSent === undefined ? undefined : doubtOfTime(verifiedMs, recordSent, job)) ??
    (job === undefined ? undefined : doubtOfJob(record, verifiedMs, job)) ??
    (previousMs !== undefined && verifiedMs !== undefined && verifiedMs < previousMs - ALLOWED_MS
      ? open(`verified at ${shown(verifiedMs)}, but before at ${shown(previousMs)}`, "wait")
      : undefined)
  );
}

function doubtOfTime(
  verifiedMs: number | undefined,
  { at, afterMs }: RecordSent,
  job: JobOfRun | undefined,
): Judgement | undefined {
  if (verifiedMs === undefined) return undefined;
  const sentMs = at.getTime();
  if (verifiedMs > sentMs + ALLOWED_MS)
    return refuted(
      ["record"],
      `verified at ${shown(verifiedMs)}, but the service sent it at ${shown(sentMs)}`,
    );
  const beganMs = sentMs - afterMs;
  if (job?.isFirst === true && verifiedMs < beganMs - ALLOWED_MS)
    return refuted(
      ["record"],
      `verified at ${shown(verifiedMs)}, but at ${shown(beganMs)} the service had no record`,
    );
  return undefined;
}

function doubtOfJob(
  record: Evidence["record"],
  verifiedMs: number | undefined,
  { match, isFirst }: JobOfRun,
): Judgement | undefined {
  const hasBothIds = match.matchId !== undefined && record.matchId !== undefined;
  const isSame = hasBothIds && match.matchId === record.matchId;
  if (isWeaker(record, match)) {
    const what = `the job of this run found ${describeSides(match)}, and the record has ${describeSides(record)}`;
    // An upgraded record keeps its id, so that an older state of it can have the job's.
    return isSame && isFirst
      ? refuted(["record"], `${what}, with the same id ${record.matchId}`)
      : open(what, "wait");
  }
  if (hasBothIds && !isSame)
    return open(
      `the job of this run stored match ${match.matchId}, and the record is ${record.matchId}`,
      "wait",
    );
  const statedMs = momentOf(match.verifiedAt);
  if (statedMs !== undefined && verifiedMs !== undefined && Math.abs(statedMs - verifiedMs) > ALLOWED_MS)
    return refuted(
      ["record"],
      `verified at ${shown(verifiedMs)} by the record, and at ${shown(statedMs)} by the job of this run`,
    );
  return undefined;
}

function shown(ms: number): string {
  return utcSecond(new Date(ms));
}
