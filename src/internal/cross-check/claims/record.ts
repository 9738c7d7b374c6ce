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
    "Proven by the record, the job, and the code on chain, which is read again before the verdict. If the service does not show the code that it saw, the code compiled from the record's sources counts, from a build or a compiler here. Open if the record is weaker than the match that this run's job found, has a different ID, or is older than before. Refuted if the weaker record has the job's ID and the contract had no record before this run. Also refuted if, by the service's own clock and with a tolerance of 10 minutes, it was verified after the service sent it, or earlier than possible.",
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

/** True if the record's own sources compile to the code on chain. Needed if the record doesn't include that code. */
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
          `verified at ${formatTime(verifiedMs)}, but before this run at ${formatTime(previousMs)}`,
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
      `verified at ${formatTime(verifiedMs)}, but the service sent it at ${formatTime(sentMs)}`,
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
    // An upgraded record keeps its ID, so its earlier state can have the job's ID.
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
