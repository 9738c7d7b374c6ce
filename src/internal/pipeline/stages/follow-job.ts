import { ServiceError } from "../../services/service-error.ts";
import { classifyFailure } from "../../submission/job-failures.ts";
import {
  ALREADY_VERIFIED,
  MATCHED,
  noteMeanwhile,
  type SubmissionKey,
  TIMED_OUT,
} from "../../submission/journal.ts";
import type { JobEnd } from "../../submission/next-step.ts";
import { pollJob } from "../../submission/poll-job.ts";
import { requireVerification } from "../ports.ts";
import { type ContractRun, mayBeLost } from "../run.ts";

export interface FollowedJob {
  readonly verificationId: string;
  readonly since: Date;
  readonly isOfEarlierRun: boolean;
  /** The result already in the journal. A second entry would make the result look new. */
  readonly notedResult?: string | undefined;
  /** According to the service's clock. */
  readonly acceptedAt?: Date | undefined;
}

export async function followJob(run: ContractRun, key: SubmissionKey, job: FollowedJob): Promise<JobEnd> {
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
): Promise<JobEnd> {
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
    // An old result can't belong to the submitted input, so the record is compared with the input.
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
function createNotFoundEnd(verificationId: string, message: string): JobEnd {
  return { kind: "failed", verificationId, error: { customCode: "job_not_found", message } };
}

function formatJournalResult(end: JobEnd): string {
  switch (end.kind) {
    case "matched":
      return MATCHED;
    case "already-verified":
      return ALREADY_VERIFIED;
    case "failed":
      return classifyFailure(end.error).kind === "timed-out" ? TIMED_OUT : end.error.customCode;
  }
}
