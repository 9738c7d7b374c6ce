import { isWeaker } from "../../domain/match.ts";
import { cleanText } from "../../text/clean-text.ts";
import { formatUtcSecond, parseMoment, parseTimeSpan, type TimeSpan } from "../../text/moment.ts";
import {
  type ClaimRule,
  type Findings,
  type Judgement,
  open,
  openForIncompleteRecord,
  proven,
  refuted,
} from "../claim.ts";
import { describeSides } from "../compare/compare-values.ts";
import type { Evidence, RunJob } from "../evidence.ts";
import { hasBuildSources, hasGivenSources } from "./sources.ts";

export const recordClaim: ClaimRule = {
  id: "record",
  proof:
    "Proven if the record is consistent with this run's job and with the code on chain, which is read again before the verdict. If the record does not include the on-chain code, its sources must compile to the code on chain, in a build or on this machine. Open if the record's match is weaker than the match found by this run's job, if its ID differs from the job's match ID, or if the record is older than the one before this run. Refuted if a record with a weaker match has the same ID as the job's match, and the contract had no record before this run. Also refuted if the record's verification time differs from the job's, is later than the response that contains the record, or is earlier than this run although the contract had no record before. Times have a tolerance of 10 minutes, or 26 hours if they have no time zone. Open if, judging by the local clock, the verification time is more than 2 days off.",
  judge: (evidence, checks) => {
    const { codeAgain } = evidence;
    const doubt = findRecordDoubt(evidence);
    if (doubt?.state === "refuted") return doubt;
    const missing = ["record-address", "record-chain"].find((id) => !checks.passed(id));
    if (missing !== undefined)
      return openForIncompleteRecord(evidence, checks.reason(missing) ?? "the record is incomplete", "none");
    if (evidence.record.runtimeMatch === undefined)
      return openForIncompleteRecord(evidence, "the service doesn't return the runtime match", "none");
    if (!checks.passed("runtime-code-chain") && !compilesToCode(evidence, checks))
      return openForIncompleteRecord(
        evidence,
        checks.reason("runtime-code-chain") ?? "the record is incomplete",
        "recompile",
      );
    if (doubt !== undefined) return doubt;
    if (codeAgain.state === "unknown") return open(codeAgain.reason, "wait");
    return proven(["record", "chain"]);
  },
};

/** True if the record's own sources compile to the code on chain. Used if the record doesn't include that code. */
function compilesToCode(evidence: Evidence, checks: Findings): boolean {
  return (
    checks.passed("recompiled-here") ||
    hasGivenSources(evidence, checks) ||
    (checks.passed("runtime-code-build") &&
      (checks.passed("recompiled-code") || hasBuildSources(evidence, checks)))
  );
}

/** Larger than any clock skew within one service. */
const MAX_SKEW_MS = 10 * 60_000;
/** A local clock set to another time zone can be wrong by more than a day. */
const MAX_LOCAL_SKEW_MS = 48 * 3_600_000;

function findRecordDoubt(evidence: Evidence): Judgement | undefined {
  const { record, job, previouslyAt } = evidence;
  const verified = parseTimeSpan(record.verifiedAt);
  return (
    findTimeDoubt(evidence, verified) ??
    (job === undefined ? undefined : findJobDoubt(record, verified, job)) ??
    (isEarlier(verified, parseTimeSpan(previouslyAt))
      ? open(
          `verified at ${formatDate(record.verifiedAt)}, but the record before this run was verified at ${formatDate(previouslyAt)}`,
          "wait",
        )
      : findLocalDoubt(evidence, verified))
  );
}

/** True if the first time is certainly earlier than the second. */
function isEarlier(
  one: TimeSpan | undefined,
  other: TimeSpan | undefined,
  skewMs: number = MAX_SKEW_MS,
): boolean {
  return one !== undefined && other !== undefined && one.toMs < other.fromMs - skewMs;
}

function toSpan(date: Date): TimeSpan {
  return { fromMs: date.getTime(), toMs: date.getTime() };
}

/** Compares the verification time with the time in the service's own response. */
function findTimeDoubt(
  { record, job, recordSent }: Evidence,
  verified: TimeSpan | undefined,
): Judgement | undefined {
  if (recordSent === undefined) return undefined;
  const { at, afterMs } = recordSent;
  const verifiedAt = formatDate(record.verifiedAt);
  if (isEarlier(toSpan(at), verified))
    return refuted(
      ["record"],
      `verified at ${verifiedAt}, but the service sent the record at ${formatUtcSecond(at)}`,
    );
  const began = new Date(at.getTime() - afterMs);
  return job?.isFirst === true && isEarlier(verified, toSpan(began))
    ? refuted(
        ["record"],
        `verified at ${verifiedAt}, but at ${formatUtcSecond(began)} the service had no record`,
      )
    : undefined;
}

/**
 * Compares the verification time with the local clock, because the service could misstate its own time. The local clock
 * may be wrong, so a difference refutes nothing.
 */
function findLocalDoubt(
  { record, job, recordSent, now }: Evidence,
  verified: TimeSpan | undefined,
): Judgement | undefined {
  const began = new Date(now.getTime() - (recordSent?.afterMs ?? 0));
  const isPossible =
    !isEarlier(toSpan(now), verified, MAX_LOCAL_SKEW_MS) &&
    !(job?.isFirst === true && isEarlier(verified, toSpan(began), MAX_LOCAL_SKEW_MS));
  return isPossible
    ? undefined
    : open(
        `verified at ${formatDate(record.verifiedAt)}, but the local time is ${formatUtcSecond(now)}`,
        "wait",
      );
}

function findJobDoubt(
  record: Evidence["record"],
  verified: TimeSpan | undefined,
  { match, isFirst }: RunJob,
): Judgement | undefined {
  const hasBothIds = match.matchId !== undefined && record.matchId !== undefined;
  const isSame = hasBothIds && match.matchId === record.matchId;
  if (isWeaker(record, match)) {
    const what = `this run's job found ${describeSides(match)}, but the record has ${describeSides(record)}`;
    // A record keeps its ID when its match is upgraded. Therefore, an outdated copy of the record can have the same ID
    // as the job's match.
    return isSame && isFirst
      ? refuted(["record"], `${what}, with the same ID ${record.matchId}`)
      : open(what, "wait");
  }
  if (hasBothIds && !isSame)
    return open(
      `this run's job stored match ${match.matchId}, but the record contains match ${record.matchId}`,
      "wait",
    );
  const stated = parseTimeSpan(match.verifiedAt);
  return isEarlier(stated, verified) || isEarlier(verified, stated)
    ? refuted(
        ["record"],
        `verified at ${formatDate(record.verifiedAt)} according to the record, but at ${formatDate(match.verifiedAt)} according to this run's job`,
      )
    : undefined;
}

/** Formats a service's date in UTC. Quotes a date that has no offset or an unusual format. */
function formatDate(date = ""): string {
  const ms = parseMoment(date);
  return ms === undefined ? `"${cleanText(date, 40)}"` : formatUtcSecond(new Date(ms));
}
