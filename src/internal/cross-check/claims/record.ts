import { isWeaker } from "../../domain/match.ts";
import { formatUtcSecond, parseMoment } from "../../text/moment.ts";
import {
  type ClaimRule,
  type Findings,
  type Judgement,
  open,
  openForIncompleteRecord,
  proven,
  refuted,
} from "../claim.ts";
import { containsBuildInput } from "../compare/comparable.ts";
import { describeSides } from "../compare/compare-values.ts";
import type { Evidence, RecordSent, RunJob } from "../evidence.ts";

export const recordClaim: ClaimRule = {
  id: "record",
  proof:
    "Proven if the record is consistent with this run's job and with the code on chain, which is read again before the verdict. If the record does not include the on-chain code, its sources must compile to the code on chain, in a build or on this machine. Open if the record's match is weaker than the match found by this run's job, if its ID differs from the job's match ID, or if the record is older than the one before this run. Refuted if a record with a weaker match has the same ID as the job's match, and the contract had no record before this run. Also refuted if the record's verification time differs from the job's, is later than the response that contains the record, or is earlier than this run although the contract had no record before. Times have a tolerance of 10 minutes.",
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

/**
 * True if the record's own sources compile to the code on chain. Used if the record doesn't include the code on chain.
 */
function compilesToCode(evidence: Evidence, checks: Findings): boolean {
  if (checks.passed("recompiled-here") || checks.passed("runtime-code-build", "recompiled-code")) return true;
  if (!checks.passed("record-sources")) return false;
  if (checks.passed("given-input-here", "given-input", "metadata-hash")) return true;
  const { build } = evidence;
  return (
    build?.compiled !== undefined &&
    checks.passed("runtime-code-build") &&
    containsBuildInput(evidence, build)
  );
}

/** Larger than any difference between clocks within one service. */
const MAX_SKEW_MS = 10 * 60_000;

/** Finds reasons to doubt that the record is current, given this run's job. */
function findRecordDoubt({
  record,
  job,
  previouslyAt,
  recordSent,
}: Pick<Evidence, "record" | "job" | "previouslyAt" | "recordSent">): Judgement | undefined {
  const verifiedMs = parseMoment(record.verifiedAt);
  const previousMs = parseMoment(previouslyAt);
  return (
    (recordSent === undefined ? undefined : findTimeDoubt(verifiedMs, recordSent, job)) ??
    (job === undefined ? undefined : findJobDoubt(record, verifiedMs, job)) ??
    (previousMs !== undefined && verifiedMs !== undefined && verifiedMs < previousMs - MAX_SKEW_MS
      ? open(
          `verified at ${formatTime(verifiedMs)}, but the record before this run was verified at ${formatTime(previousMs)}`,
          "wait",
        )
      : undefined)
  );
}

function findTimeDoubt(
  verifiedMs: number | undefined,
  { at, afterMs }: RecordSent,
  job: RunJob | undefined,
): Judgement | undefined {
  if (verifiedMs === undefined) return undefined;
  const sentMs = at.getTime();
  if (verifiedMs > sentMs + MAX_SKEW_MS)
    return refuted(
      ["record"],
      `verified at ${formatTime(verifiedMs)}, but the service sent the record at ${formatTime(sentMs)}`,
    );
  const beganMs = sentMs - afterMs;
  if (job?.isFirst === true && verifiedMs < beganMs - MAX_SKEW_MS)
    return refuted(
      ["record"],
      `verified at ${formatTime(verifiedMs)}, but at ${formatTime(beganMs)} the service had no record`,
    );
  return undefined;
}

function findJobDoubt(
  record: Evidence["record"],
  verifiedMs: number | undefined,
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
    return open(`this run's job stored match ${match.matchId}, but the record is ${record.matchId}`, "wait");
  const statedMs = parseMoment(match.verifiedAt);
  if (statedMs !== undefined && verifiedMs !== undefined && Math.abs(statedMs - verifiedMs) > MAX_SKEW_MS)
    return refuted(
      ["record"],
      `verified at ${formatTime(verifiedMs)} according to the record, but at ${formatTime(statedMs)} according to this run's job`,
    );
  return undefined;
}

function formatTime(ms: number): string {
  return formatUtcSecond(new Date(ms));
}
