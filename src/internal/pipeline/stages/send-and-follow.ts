import { isOfSameInput } from "../../cross-check/compare/of-same-input.ts";
import { isExact } from "../../domain/match.ts";
import type { SubmissionEnd } from "../../submission/job-end.ts";
import { failureOf, MOST_TRIES } from "../../submission/job-failures.ts";
import { type EarlierJob, jobOf, MATCHED, type SubmissionKey } from "../../submission/journal.ts";
import type { Run } from "../run.ts";
import { type Attempt, submissionKey } from "./attempt.ts";
import { type FollowedJob, followJob } from "./follow-job.ts";
import { isStored, readToCompare } from "./is-stored.ts";
import { submissionReport } from "./plan.ts";
import { submitInput } from "./submit-input.ts";

/**
 * Submits one input and follows its job to the end. Where an earlier run submitted the same input, its job is followed
 * instead. The journal has both, so that the next run can resume after a crash.
 */
export async function sendAndFollow(run: Run, attempt: Attempt): Promise<SubmissionEnd> {
  const key = submissionKey(run, attempt);
  const ignoresJournal = attempt.isRepeat || run.request.force;
  const earlier = ignoresJournal ? undefined : await run.ports.journal.lookUp(key);
  const follow = (job: FollowedJob) => followAndRead(run, key, attempt, jobOf(earlier), job);
  const resumed = await resume(run, attempt, jobOf(earlier), follow);
  if (resumed !== undefined && (resumed.kind === "failed" || (await isBound(run, attempt)))) return resumed;

  const submitted = await submitInput(run, key, attempt, earlier);
  switch (submitted.kind) {
    case "accepted":
      return await follow({
        verificationId: submitted.verificationId,
        since: run.ports.clock.now(),
        isOfEarlierRun: false,
        acceptedAt: submitted.acceptedAt,
      });
    case "joined":
      return await follow({
        verificationId: submitted.verificationId,
        since: submitted.sentAt,
        isOfEarlierRun: true,
      });
    case "already-stored":
      return { kind: "without-job", isRefused: true };
    case "other-job-runs":
    case "stored-by-other-job":
    case "stored-after-lost-answer":
    case "stored-after-unusable-answer":
      return { kind: "without-job" };
  }
}

/**
 * Follows a job. One that ended because its compiler took too long may have stored a match after all, so the record is
 * read again.
 */
async function followAndRead(
  run: Run,
  key: SubmissionKey,
  attempt: Attempt,
  earlier: EarlierJob | undefined,
  job: FollowedJob,
): Promise<SubmissionEnd> {
  const end = await followJob(run, key, job);
  if (end.kind !== "failed" || failureOf(end.error).kind !== "timed-out") return end;
  if (await isStored(run, attempt, true)) return { kind: "without-job" };
  return { ...end, tries: new Set([...(earlier?.timedOut ?? []), end.verificationId]).size };
}

/**
 * Whether more than the journal can show that a job which found a match was of this input. What was compiled here is
 * compared with the chain and the record; of a given input only the record can say it.
 */
async function isBound(run: Run, { facts, build }: Attempt): Promise<boolean> {
  if (build.compiled !== undefined) return true;
  const record = await readToCompare(run, facts.address);
  return record !== undefined && (isExact(record) || isOfSameInput(record, build));
}

/** Milliseconds after which the input of a failed job is submitted again: the service may have been fixed. */
const TRUST_FAILURE_MS = 3_600_000;

/** The end of the job that an earlier run started; undefined where there is none, or it no longer proves anything. */
async function resume(
  run: Run,
  { planned }: Attempt,
  earlier: EarlierJob | undefined,
  follow: (job: FollowedJob) => Promise<SubmissionEnd>,
): Promise<SubmissionEnd | undefined> {
  if (earlier === undefined) return undefined;
  const { verificationId, result, at } = earlier;
  const hasFailed = result !== undefined && result !== MATCHED;
  // The clock may have been wrong when the entry was written, so its age can be negative.
  const ageMs = Math.abs(run.ports.clock.now().getTime() - at.getTime());
  if (hasFailed && ageMs > TRUST_FAILURE_MS) return undefined;
  const end = await follow({ verificationId, since: at, isOfEarlierRun: true, notedResult: result });
  if (end.kind === "failed") {
    const { tries = MOST_TRIES } = end;
    if (failureOf(end.error).kind === "passing" || tries < MOST_TRIES) return undefined;
  }
  const report = submissionReport(planned, true, verificationId);
  run.draft.submitted = [
    ...run.draft.submitted,
    { ...report, reason: `${report.reason}; an earlier run sent it` },
  ];
  return end;
}
