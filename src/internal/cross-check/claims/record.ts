import { isWeaker } from "../../domain/match.ts";
import { momentOf, utcSecond } from "../../text/moment.ts";
import { type ClaimRule, type Findings, type Judgement, lacking, open, proven, refuted } from "../claim.ts";
import { showsInputOf } from "../compare/comparable.ts";
import { describeSides } from "../compare/compare-values.ts";
import type { Evidence, JobOfRun, RecordSent } from "../evidence.ts";

export const recordOfContract: ClaimRule = {
  id: "record",
  proof:
    "Proven by the record, the job, and the code on chain, read again before the verdict. If the service does not show the code it saw, the code of the record's sources counts, from a build or a compiler here. Open if the record is weaker than this run's job found, has another id, or is older than before; refuted if that is the job's id and the contract had no record before, or if by the service's own clock, within 10 minutes, it was verified later than the service sent it, or earlier than possible.",
  judge: (evidence, checks) => {
    const { codeAgain } = evidence;
    const doubt = doubtOfRecord(evidence);
    if (doubt?.state === "refuted") return doubt;
    const missing = ["record-address", "record-chain"].find((id) => !checks.passed(id));
    if (missing !== undefined)
      return lacking(evidence, checks.reason(missing) ?? "the record is incomplete", "none");
    if (evidence.record.runtimeMatch === undefined)
      return lacking(evidence, "the service does not give the runtime match", "none");
    if (!checks.passed("runtime-code-chain") && !compilesToCode(evidence, checks))
      return lacking(
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
 * True if the record fits the code on chain although it doesn't include it: the record's own sources compile to that
 * code.
 */
function compilesToCode(evidence: Evidence, checks: Findings): boolean {
  if (checks.passed("recompiled-here") || checks.passed("runtime-code-build", "recompiled-code")) return true;
  if (!checks.passed("record-sources")) return false;
  if (checks.passed("given-input-here", "given-input", "metadata-hash")) return true;
  const { build } = evidence;
  return (
    build?.compiled !== undefined && checks.passed("runtime-code-build") && showsInputOf(evidence, build)
  );
}

/** One service's clocks differ by less. */
const ALLOWED_MS = 10 * 60_000;

/** Finds reasons to doubt that the record is current, given this run's job. */
function doubtOfRecord({
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
    // An upgraded record keeps its ID, so an older state of it can have the job's ID.
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
