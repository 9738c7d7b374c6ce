import { isPassing } from "../../submission/job-failures.ts";
import {
  type EarlierSubmission,
  jobOf,
  noteMeanwhile,
  type SubmissionKey,
} from "../../submission/journal.ts";
import { journalEventOf, type SubmissionResult } from "../../submission/submission-result.ts";
import { type SubmitOptions, submit } from "../../submission/submit.ts";
import type { Run } from "../run.ts";
import type { Attempt } from "./attempt.ts";
import { isStored } from "./is-stored.ts";
import { submissionReport } from "./plan.ts";

/** A submission that has a job, or needs none. */
export type TakenSubmission = Exclude<SubmissionResult, { kind: "not-accepted" }>;

/**
 * Submits one input, with notes in the journal before and after. Where it throws without a note, the journal says that
 * the submission may have arrived.
 *
 * @throws ServiceError where the service refused it, can't be reached, or gave no usable answer.
 */
export async function submitInput(
  run: Run,
  key: SubmissionKey,
  attempt: Attempt,
  earlier: EarlierSubmission | undefined,
): Promise<TakenSubmission> {
  const { facts, planned } = attempt;
  const { chainId, journal, signal, onProgress } = run.ports;
  const verification = run.verification();
  const report = submissionReport(planned, true, null);
  const submittedBefore = run.draft.submitted;
  run.draft.submitted = [...submittedBefore, report];
  onProgress({ type: "submitting", url: verification.url, submission: report });

  await journal.note(key, { event: "sending" });
  const target = { chainId, address: facts.address };
  const options = submitOptions(run, key, attempt, earlier);
  const result = await submit(verification, target, planned.body, options, signal);
  const event = journalEventOf(result);
  // The job is polled meanwhile, and the run ends only when all is written.
  if (event !== undefined) noteMeanwhile(journal, key, event);

  if (result.kind === "not-accepted") throw result.error;
  if (result.kind === "accepted" || result.kind === "joined") {
    const { verificationId } = result;
    const reason = result.kind === "joined" ? `${report.reason}; another run sent it` : report.reason;
    run.draft.submitted = [...submittedBefore, { ...report, verificationId, reason }];
  }
  return result;
}

function submitOptions(
  run: Run,
  key: SubmissionKey,
  attempt: Attempt,
  earlier: EarlierSubmission | undefined,
): SubmitOptions {
  const { build } = attempt;
  const { polling, journal, clock, onProgress } = run.ports;
  return {
    ...polling,
    clock,
    mayHaveArrived: earlier?.kind === "lost",
    waitForOtherJob: !attempt.isOptional,
    onOtherJob: (mayBeOurs) => {
      const isOfEarlierRun = earlier !== undefined;
      const since = run.waiting?.since ?? earlier?.at ?? clock.now();
      run.waiting = {
        kind: "other-job",
        since,
        isOfEarlierRun,
        mayBeOfThisRun: mayBeOurs && !isOfEarlierRun,
      };
      onProgress({ type: "waiting-for-other-job", elapsedMs: run.elapsedMs() });
    },
    jobOfOtherRun: async () => {
      // Of a given input only a job of this run shows that it is right.
      const job =
        run.request.force || build.compiled === undefined ? undefined : jobOf(await journal.lookUp(key));
      const isKnown = job?.verificationId === jobOf(earlier)?.verificationId;
      return isKnown || isPassing(job?.result ?? "") ? undefined : job;
    },
    isStored: (mayBeOurs) => isStored(run, attempt, mayBeOurs),
  };
}
