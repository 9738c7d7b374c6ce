import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { isOfSameInput } from "../../cross-check/compare/of-same-input.ts";
import type { EvidenceOfBuild } from "../../cross-check/evidence.ts";
import { canImprove, isExact } from "../../domain/match.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { JobEnd } from "../../submission/job-end.ts";
import {
  type EarlierJob,
  type EarlierSubmission,
  inputHash,
  jobOf,
  type SubmissionKey,
} from "../../submission/journal.ts";
import { isTransient } from "../../submission/next-step.ts";
import type { PlannedSubmission } from "../../submission/plan-submission.ts";
import { pollJob } from "../../submission/poll-job.ts";
import { type Submitted, submit } from "../../submission/submit.ts";
import type { Run } from "../run.ts";
import { describe } from "./plan.ts";

/** One input that is to be sent. */
export interface Attempt {
  readonly facts: DeploymentFacts;
  /** The record, when it was first read. */
  readonly stored: ContractRecord | undefined;
  readonly planned: PlannedSubmission;
  readonly build: EvidenceOfBuild;
  /** An upgrade that nobody asked for. */
  readonly isOptional: boolean;
  /** The same input was sent before in this run, and is to be sent again. */
  readonly isRepeat: boolean;
}

/** Milliseconds for which a failure is believed without asking again: a service may be mended. */
const BELIEVE_MS = 3_600_000;

/**
 * Sends one input and follows its job to the end. Where an earlier run sent the very same input, its job is followed
 * instead; both are written down, so that a run that is killed in between can be gone on with.
 */
export async function sendAndFollow(run: Run, attempt: Attempt): Promise<JobEnd> {
  const { facts, planned, isRepeat } = attempt;
  const { journal, chainId } = run.ports;
  const key: SubmissionKey = {
    service: run.verification().url,
    chainId,
    address: facts.address,
    input: inputHash(planned.body, facts.runtimeBytecode),
  };
  const earlier = isRepeat || run.request.force ? undefined : await journal.lookUp(key);
  const resumed = await resume(run, key, planned, jobOf(earlier));
  if (resumed !== undefined) return resumed;

  const submitted = await send(run, key, attempt, earlier);
  if (submitted.kind === "already-verified") return { kind: "already-verified", verificationId: undefined };
  const { kind, verificationId } = submitted;
  run.draft.verificationId = verificationId;
  const isOfEarlierRun = kind === "joined";
  run.waiting = {
    kind: "job",
    since: isOfEarlierRun ? submitted.sentAt : run.ports.clock.now(),
    isOfEarlierRun,
  };
  run.ports.onProgress(
    kind === "joined"
      ? { type: "resumed", verificationId, sentAt: submitted.sentAt }
      : { type: "submitted", verificationId },
  );
  return await follow(run, key, verificationId);
}

/** The end of the job that an earlier run started; undefined where there is none, or it says nothing any more. */
async function resume(
  run: Run,
  key: SubmissionKey,
  planned: PlannedSubmission,
  earlier: EarlierJob | undefined,
): Promise<JobEnd | undefined> {
  if (earlier === undefined) return undefined;
  const { verificationId, result, at } = earlier;
  const { clock, onProgress } = run.ports;
  const hasFailed = result !== undefined && result !== MATCHED;
  // A clock may have been wrong when it was written down.
  if (hasFailed && Math.abs(clock.now().getTime() - at.getTime()) > BELIEVE_MS) return undefined;
  const report = describe(planned, true, verificationId);
  run.draft.verificationId = verificationId;
  run.waiting = { kind: "job", since: at, isOfEarlierRun: true };
  onProgress({ type: "resumed", verificationId, sentAt: at });
  const end = await follow(run, key, verificationId);
  if (end.kind === "failed" && isTransient(end.error.customCode)) return undefined;
  run.draft.submitted = [
    ...run.draft.submitted,
    { ...report, reason: `${report.reason}; an earlier run sent it` },
  ];
  return end;
}

/** Written down before and after. Where no answer came, it stays written that it may have arrived. */
async function send(
  run: Run,
  key: SubmissionKey,
  attempt: Attempt,
  earlier: EarlierSubmission | undefined,
): Promise<Submitted> {
  const { facts, stored, planned, build, isOptional } = attempt;
  const { chainId, polling, journal, clock, signal, onProgress } = run.ports;
  const verification = run.verification();
  const report = describe(planned, true, null);
  run.draft.submitted = [...run.draft.submitted, report];
  onProgress({ type: "submitting", url: verification.url, submission: report });
  await journal.note(key, { event: "sending" });
  try {
    const submitted = await submit(
      verification,
      { chainId, address: facts.address },
      planned.body,
      {
        ...polling,
        wasLost: earlier?.kind === "lost",
        waitForOtherJob: !isOptional,
        onOtherJob: () => {
          const since = earlier?.at ?? clock.now();
          run.waiting ??= { kind: "other-job", since, isOfEarlierRun: earlier !== undefined };
          onProgress({ type: "waiting-for-other-job", elapsedMs: run.elapsedMs() });
        },
        jobOfOtherRun: async () => {
          const job = run.request.force ? undefined : jobOf(await journal.lookUp(key));
          const isUseless =
            job?.verificationId === jobOf(earlier)?.verificationId || isTransient(job?.result ?? "");
          return isUseless ? undefined : job;
        },
        isDone: async (mayBeOurs) => {
          const now = await improvedRecord(run, facts.address, stored);
          if (now === undefined) return false;
          // Nobody here has compiled the input, so that a match of another one says nothing of it.
          if (build.compiled === undefined && !isExact(now) && !isOfSameInput(now, build)) return false;
          // What somebody else achieved is enough only where nothing better can come of this build.
          return mayBeOurs || !canImprove(now, build.expected);
        },
      },
      signal,
    );
    if (submitted.kind !== "already-verified") {
      const { kind, verificationId } = submitted;
      const reason = kind === "joined" ? `${report.reason}; another run sent it` : report.reason;
      run.draft.submitted = run.draft.submitted.with(-1, { ...report, verificationId, reason });
    }
    await journal.note(
      key,
      submitted.kind === "accepted"
        ? { event: "accepted", verificationId: submitted.verificationId }
        : { event: "not-accepted" },
    );
    return submitted;
  } catch (error) {
    if (error instanceof ServiceError && error.kind !== "aborted" && error.mayHaveArrived !== true)
      await journal.note(key, { event: "not-accepted" });
    throw error;
  }
}

/** In the journal: the job found a match. */
const MATCHED = "matched";

async function follow(run: Run, key: SubmissionKey, verificationId: string): Promise<JobEnd> {
  const { journal, onProgress } = run.ports;
  const end = await poll(run, key, verificationId);
  run.waiting = undefined;
  onProgress({ type: "job-ended", verificationId, result: describeEnd(end) });
  await journal.note(key, { event: "ended", verificationId, result: resultOf(end) });
  return end;
}

async function poll(run: Run, key: SubmissionKey, verificationId: string): Promise<JobEnd> {
  const { chainId, polling, signal, onProgress } = run.ports;
  try {
    const job = await pollJob(run.verification(), verificationId, polling, signal, (polls) =>
      onProgress({ type: "polling", verificationId, elapsedMs: run.elapsedMs(), polls }),
    );
    const { contract } = job;
    if (contract.chainId !== String(chainId) || contract.address.toLowerCase() !== key.address.toLowerCase())
      return notKnown(verificationId, `the job is of ${contract.address} on chain ${contract.chainId}`);
    if (job.state === "matched") return { kind: "matched", verificationId, match: job.contract };
    if (job.error.customCode === "already_verified") return { kind: "already-verified", verificationId };
    return { kind: "failed", verificationId, error: job.error };
  } catch (error) {
    // A service that was started anew does not know its older jobs.
    if (!(error instanceof ServiceError) || error.customCode !== "job_not_found") throw error;
    return notKnown(verificationId, error.serviceMessage ?? error.reason);
  }
}

/** Also of a job of another contract: what a journal or a service says of it tells nothing of this one. */
function notKnown(verificationId: string, message: string): JobEnd {
  return { kind: "failed", verificationId, error: { customCode: "job_not_found", message } };
}

/** The record, when it got better since it was first read: then a submission whose answer was lost did arrive. */
async function improvedRecord(
  run: Run,
  address: string,
  before: ContractRecord | undefined,
): Promise<ContractRecord | undefined> {
  const { chainId, signal } = run.ports;
  const verification = run.verification();
  const isGiven = run.request.buildSource.kind === "standard-json-input";
  const now = await (isGiven
    ? verification.contract(chainId, address, { fields: ["stdJsonInput", "compilation"], signal })
    : verification.contract(chainId, address, { signal }));
  const isBetter = now?.runtimeMatch !== before?.runtimeMatch || now?.creationMatch !== before?.creationMatch;
  return isBetter ? now : undefined;
}

function describeEnd(end: JobEnd): string {
  return end.kind === "matched"
    ? `creation ${end.match.creationMatch ?? "no match"}, runtime ${end.match.runtimeMatch ?? "no match"}`
    : end.kind === "already-verified"
      ? "already verified"
      : end.error.customCode;
}

function resultOf(end: JobEnd): string {
  switch (end.kind) {
    case "matched":
      return MATCHED;
    case "already-verified":
      return "already_verified";
    case "failed":
      return end.error.customCode;
  }
}
