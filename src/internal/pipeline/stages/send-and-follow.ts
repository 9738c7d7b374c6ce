import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { hasExactInput } from "../../cross-check/compare/of-same-input.ts";
import type { BuildEvidence } from "../../cross-check/evidence.ts";
import { canImprove, isExact } from "../../domain/match.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { ServiceError } from "../../services/service-error.ts";
import { classifyFailure, isTransientFailure, MAX_TRIES } from "../../submission/job-failures.ts";
import {
  ALREADY_VERIFIED,
  type EarlierJob,
  type EarlierSubmission,
  getNewestJob,
  hashSubmission,
  hasStoredMatch,
  MATCHED,
  noteMeanwhile,
  type SubmissionKey,
  TIMED_OUT,
} from "../../submission/journal.ts";
import type { SubmissionEnd } from "../../submission/next-step.ts";
import { findWithin, pollJob } from "../../submission/pace.ts";
import type { PlannedSubmission } from "../../submission/plan-submission.ts";
import { type SubmitOptions, type SubmittedJob, submit } from "../../submission/submit.ts";
import { LOST_RECORD_MS, requireVerification } from "../ports.ts";
import { type ContractRun, mayBeLost, type Run } from "../run.ts";
import { createSubmissionReport } from "./plan.ts";
import { fetchRecord } from "./read-record.ts";

/** Follows an earlier run's job for the same input. The journal lets the next run resume after a crash. */
export async function sendAndFollow(run: ContractRun, attempt: Attempt): Promise<SubmissionEnd> {
  const { facts, planned } = attempt;
  const key: SubmissionKey = {
    service: requireVerification(run.ports).url,
    chainId: run.ports.chainId,
    address: facts.address,
    input: hashSubmission(planned.body, facts.runtimeBytecode),
  };
  const ignoresJournal = attempt.isRepeat || run.request.force;
  const earlier = ignoresJournal ? undefined : await run.ports.journal.lookUp(key);
  const keyed = { ...attempt, key, earlier, job: getNewestJob(earlier) };
  const resumed = await resumeEarlier(run, keyed);
  const end = resumed === "lost" ? undefined : resumed;
  if (end !== undefined && (end.kind === "failed" || (await isJobForInput(run, attempt)))) return end;

  const submitted = await submitInput(run, keyed, resumed === "lost");
  if (submitted.kind === "without-job") return submitted;
  const { sentAt, ...job } = submitted;
  const since = sentAt ?? run.ports.clock.now();
  return followAndRead(run, keyed, { ...job, since, isOfEarlierRun: sentAt !== undefined });
}

/** An attempt and its journal entry. */
interface KeyedAttempt extends Attempt {
  readonly key: SubmissionKey;
  readonly earlier: EarlierSubmission | undefined;
  readonly job: EarlierJob | undefined;
}

/** Undefined if there was no earlier job or if its result no longer proves anything. */
async function resumeEarlier(
  run: ContractRun,
  attempt: KeyedAttempt,
): Promise<SubmissionEnd | "lost" | undefined> {
  const { job } = attempt;
  if (job === undefined) return undefined;
  if (hasStoredMatch(job) && (await isRecordGone(run, attempt, job))) return "lost";
  try {
    return await resume(run, attempt, job);
  } catch (error) {
    // Deleting a match may leave its job without a result: the job has ended, but has neither a match nor an error.
    const isEmptied = error instanceof ServiceError && error.kind === "unusable" && error.comesAgain === true;
    if (isEmptied && (await isRecordGone(run, attempt, job))) return "lost";
    throw error;
  }
}

/** Bypasses caches and waits for lagging replicas. */
async function isRecordGone(
  { ports }: Run,
  { facts, stored }: Attempt,
  { verificationId }: EarlierJob,
): Promise<boolean> {
  if (stored !== undefined) return false;
  const { onProgress, lostRecordMs, leftMs } = ports;
  const mostMs = Math.min(lostRecordMs?.() ?? LOST_RECORD_MS, (leftMs?.() ?? Number.POSITIVE_INFINITY) / 2);
  if (mostMs > 0) onProgress({ type: "waiting-for-lost-record", verificationId, mostMs });
  let isGone = false;
  const read = async (): Promise<ContractRecord | undefined> => {
    const record = await fetchRecord(ports, facts.address, { noCache: true });
    isGone = record === undefined;
    return record;
  };
  // A failed request doesn't prove that the record is gone.
  await findWithin(mostMs, read, ports);
  if (isGone) onProgress({ type: "record-lost", verificationId });
  return isGone;
}

/** A job whose compiler timed out may still have stored a match, so the record is read again. */
async function followAndRead(
  run: ContractRun,
  attempt: KeyedAttempt,
  job: FollowedJob,
): Promise<SubmissionEnd> {
  const end = await followJob(run, attempt.key, job);
  if (end.kind !== "failed" || classifyFailure(end.error).kind !== "timed-out") return end;
  if (await isStored(run, attempt, true)) return { kind: "without-job" };
  return { ...end, tries: new Set([...(attempt.job?.timedOut ?? []), end.verificationId]).size };
}

/** For a user-supplied input without compiled code, only the record can prove that the job was for this input. */
async function isJobForInput(run: Run, { facts, build }: Attempt): Promise<boolean> {
  if (build.compiled !== undefined) return true;
  const record = await readToCompare(run, facts.address);
  return record !== undefined && showsInput(record, build);
}

/** A record proves something about a user-supplied input only if its match is exact or its input is the same. */
export function showsInput(record: ContractRecord, build: BuildEvidence): boolean {
  return isExact(record) || hasExactInput(record, build);
}

/** After this time, a failed input is submitted again, because the service may have been fixed. */
const TRUST_FAILURE_MS = 3_600_000;

async function resume(
  run: ContractRun,
  attempt: KeyedAttempt,
  { verificationId, result, at }: EarlierJob,
): Promise<SubmissionEnd | undefined> {
  const hasFailed = result !== undefined && result !== MATCHED;
  // The clock may have been wrong when the entry was written, so the entry's age can be negative.
  const ageMs = Math.abs(run.ports.clock.now().getTime() - at.getTime());
  if (hasFailed && ageMs > TRUST_FAILURE_MS) return undefined;
  const followed = { verificationId, since: at, isOfEarlierRun: true, notedResult: result };
  const end = await followAndRead(run, attempt, followed);
  if (end.kind === "failed") {
    const { tries = MAX_TRIES } = end;
    if (classifyFailure(end.error).kind === "passing" || tries < MAX_TRIES) return undefined;
  }
  const report = createSubmissionReport(attempt.planned, true, verificationId, "sent by an earlier run");
  run.note({ submitted: [...run.findings.submitted, report] });
  return end;
}

/** If this throws before a second journal entry, the journal still shows that the submission may have arrived. */
async function submitInput(
  run: ContractRun,
  attempt: KeyedAttempt,
  isLost: boolean,
): ReturnType<typeof submit> {
  const { planned, key } = attempt;
  const { journal, onProgress } = run.ports;
  const verification = requireVerification(run.ports);
  const addition = isLost ? `the service lost the record of job ${attempt.job?.verificationId}` : undefined;
  const report = createSubmissionReport(planned, true, null, addition);
  const submittedBefore = run.findings.submitted;
  run.note({ submitted: [...submittedBefore, report] });
  onProgress({ type: "submitting", url: verification.url, submission: report });

  await journal.note(key, { event: "sending" });
  const result = await submit(verification, key, planned.body, createSubmitOptions(run, attempt));
  // The job is polled in the meantime. The run ends only after all entries are written.
  if (result.kind === "without-job") {
    // A submission may still be running even if its ID is unknown.
    if (result.mayRun !== true) noteMeanwhile(journal, key, { event: "not-accepted" });
    if (result.error !== undefined) throw result.error;
    return result;
  }
  const { verificationId, sentAt } = result;
  const isAccepted = sentAt === undefined;
  noteMeanwhile(journal, key, isAccepted ? { event: "accepted", verificationId } : { event: "not-accepted" });
  const reason = isAccepted ? report.reason : `${report.reason}; sent by another run`;
  run.note({ submitted: [...submittedBefore, { ...report, verificationId, reason }] });
  return result;
}

function createSubmitOptions(run: ContractRun, attempt: KeyedAttempt): SubmitOptions {
  const { build, key, earlier } = attempt;
  const { polling, journal, clock, signal, onProgress } = run.ports;
  return {
    polling,
    clock,
    signal,
    mayHaveArrived: earlier?.kind === "lost",
    waitForOtherJob: !attempt.isOptional,
    onOtherJob: (mayBeOurs) => {
      const isOfEarlierRun = earlier !== undefined;
      const since = run.findings.waiting?.since ?? earlier?.at ?? clock.now();
      const mayBeOfThisRun = mayBeOurs && !isOfEarlierRun;
      run.note({ waiting: { kind: "other-job", since, isOfEarlierRun, mayBeOfThisRun } });
      onProgress({ type: "waiting-for-other-job" });
    },
    jobOfOtherRun: async () => {
      // For a user-supplied input, only a job from this run can prove that the input is correct.
      const job =
        run.request.force || build.compiled === undefined
          ? undefined
          : getNewestJob(await journal.lookUp(key));
      const isKnown = job?.verificationId === attempt.job?.verificationId;
      return isKnown || isTransientFailure(job?.result ?? "") ? undefined : job;
    },
    isStored: (mayBeOurs) => isStored(run, attempt, mayBeOurs),
  };
}

/** @param mayBeOurs True if a submission of this input may have arrived, so the record may show its match. */
export async function isStored(
  run: Run,
  { facts, stored, build }: Attempt,
  mayBeOurs: boolean,
): Promise<boolean> {
  const record = await readToCompare(run, facts.address);
  const { runtimeMatch, creationMatch } = stored ?? {};
  if (record === undefined) return false;
  if (record.runtimeMatch === runtimeMatch && record.creationMatch === creationMatch) return false;
  if (build.compiled === undefined && !showsInput(record, build)) return false;
  // A match from a different submission suffices only if this build can't improve it.
  return mayBeOurs || !canImprove(record, build.expected);
}

function readToCompare(run: Run, address: string): Promise<ContractRecord | undefined> {
  const isGiven = run.request.buildSource.kind === "standard-json-input";
  return fetchRecord(run.ports, address, { fields: isGiven ? ["stdJsonInput", "compilation"] : [] });
}

export interface Attempt {
  readonly facts: DeploymentFacts;
  /** The record as first read in this run. */
  readonly stored: ContractRecord | undefined;
  readonly planned: PlannedSubmission;
  readonly build: BuildEvidence;
  /** The stored match is already sufficient, so this submission could only upgrade it. */
  readonly isOptional: boolean;
  /** This run already submitted the same input, and the job failed. */
  readonly isRepeat: boolean;
}

interface FollowedJob extends Pick<SubmittedJob, "verificationId" | "acceptedAt"> {
  readonly since: Date;
  readonly isOfEarlierRun: boolean;
  /** The result already in the journal. A second entry would make the result look new. */
  readonly notedResult?: string | undefined;
}

async function followJob(run: ContractRun, key: SubmissionKey, job: FollowedJob): Promise<SubmissionEnd> {
  const { verificationId, since, isOfEarlierRun } = job;
  const { journal, onProgress } = run.ports;
  run.note({ verificationId, waiting: { kind: "job", since, isOfEarlierRun } });
  onProgress(
    isOfEarlierRun
      ? { type: "resumed", verificationId, sentAt: since }
      : { type: "submitted", verificationId },
  );
  // Modules are loaded while the service works. Import errors are reported where the module is used.
  void Promise.allSettled([import("../../services/verification/wire-record.ts"), import("./judge.ts")]);
  run.findings.code?.();
  const end = await poll(run, key, job);
  run.note({ waiting: null });
  onProgress({ type: "job-ended" });
  // The journal is written while the record is read.
  const result = formatJournalResult(end);
  if (result !== job.notedResult) noteMeanwhile(journal, key, { event: "ended", verificationId, result });
  return end;
}

async function poll(
  run: ContractRun,
  key: SubmissionKey,
  { verificationId, acceptedAt, ...followed }: FollowedJob,
): Promise<SubmissionEnd> {
  const { chainId, clock, onProgress } = run.ports;
  let isSaid = false;
  try {
    const service = requireVerification(run.ports);
    const job = await pollJob(service, verificationId, run.ports, () => {
      onProgress({ type: "polling", verificationId });
      if (isSaid || !mayBeLost(followed, clock.now())) return;
      isSaid = true;
      const { since, isOfEarlierRun } = followed;
      onProgress({ type: "job-stands-still", verificationId, since, isOfEarlierRun });
    });
    const { contract } = job;
    const { chainId: jobChainId = String(chainId), address = key.address } = contract ?? {};
    if (jobChainId !== String(chainId) || address.toLowerCase() !== key.address.toLowerCase())
      return createNotFoundEnd(verificationId, `the job belongs to ${address} on chain ${jobChainId}`);
    const hadEnded = isBefore(job.finishedAt, acceptedAt);
    // A result older than the submission belongs to an earlier one, so the record is compared with the input.
    const isOfEarlierRun = followed.isOfEarlierRun || hadEnded;
    if (job.state === "matched") {
      run.note({ forwarded: job.forwarded });
      return { kind: "matched", verificationId, match: job.contract, isOfEarlierRun };
    }
    if (job.error.customCode === ALREADY_VERIFIED)
      return { kind: "already-verified", verificationId, isOfEarlierRun };
    return { kind: "failed", verificationId, error: job.error, ...(hadEnded ? { isOld: true } : {}) };
  } catch (error) {
    // A restarted service may have lost its older jobs.
    if (!(error instanceof ServiceError) || !NO_SUCH_JOB.has(error.customCode)) throw error;
    return createNotFoundEnd(verificationId, error.serviceMessage ?? error.reason);
  }
}

/** Maximum clock difference between a service's servers. */
const SKEW_MS = 10_000;

function isBefore(finishedAt: Date | undefined, acceptedAt: Date | undefined): boolean {
  if (finishedAt === undefined || acceptedAt === undefined) return false;
  return finishedAt.getTime() < acceptedAt.getTime() - SKEW_MS;
}

const NO_SUCH_JOB: ReadonlySet<string | undefined> = new Set(["job_not_found", "not_found"]);

/** A wrong ID in a journal or response proves nothing about this contract. */
function createNotFoundEnd(verificationId: string, message: string): SubmissionEnd {
  return { kind: "failed", verificationId, error: { customCode: "job_not_found", message } };
}

function formatJournalResult(end: SubmissionEnd): string {
  if (end.kind !== "failed") return end.kind === "matched" ? MATCHED : ALREADY_VERIFIED;
  return classifyFailure(end.error).kind === "timed-out" ? TIMED_OUT : end.error.customCode;
}
