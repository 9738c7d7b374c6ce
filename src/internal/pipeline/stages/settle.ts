import { setTimeout as sleep } from "node:timers/promises";

import type { EvidenceOfBuild } from "../../cross-check/evidence.ts";
import type { JobEnd } from "../../job/job-end.ts";
import { nextStep } from "../../job/next-step.ts";
import { pollJob } from "../../job/poll-job.ts";
import { submit } from "../../job/submit.ts";
import type { ExpectedMatch } from "../../match/foretell.ts";
import { canImprove, isGoodEnough } from "../../match/match-order.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { ContractRecord, MatchSummary } from "../../services/verification/model.ts";
import type { PlannedSubmission } from "../../submission/plan-submission.ts";
import type { DeploymentFacts } from "../../target/deployment-facts.ts";
import { jobProblem } from "../problems.ts";
import type { Run } from "../run.ts";
import { explainJob } from "./explain-job.ts";
import { describe, type Plan } from "./plan.ts";

/**
 * Who did it: a job of this run, or somebody before, in which case a job of this run may have found the same match.
 * Either way the stored record decides.
 */
export type Settled = "by-this-run" | "found-again" | "before";

/** Submission and job: sends only what can make the stored match better, and follows the job to its end. */
export async function settle(
  run: Run,
  facts: DeploymentFacts,
  stored: ContractRecord | undefined,
  build: EvidenceOfBuild,
  { first, fallback }: Plan,
): Promise<Settled> {
  const isEnough = stored !== undefined && isGoodEnough(stored, run.request.requirement);
  // An unknown side may yet come out better than it is stored.
  const isUnknown = build.expected.creation === "unknown" || build.expected.runtime === "unknown";
  // An input whose code is not known is only told to be the right one by the service, which compiles it; unless the
  // match is exact, when the service compiles nothing, and the record tells.
  const isUntold = build.compiled === undefined && !isExact(stored);
  const canHelp = canImprove(stored, build.expected) || (!isEnough && isUnknown) || isUntold;
  if (stored !== undefined && !run.request.force && !canHelp) return "before";
  // Nobody asked for the upgrade of a match that is good enough.
  const isOptional = isEnough && !run.request.force && !isUntold;

  let planned = first;
  let repeats = 0;
  let hasMatched = false;
  for (;;) {
    const end = await submitAndFollow(run, facts.address, planned, stored, build.expected, isOptional).catch(
      (error: unknown) => {
        if (isOptional && error instanceof ServiceError && error.kind !== "aborted") return undefined;
        throw error;
      },
    );
    if (end === undefined) return "before";
    hasMatched ||= end.kind === "matched";
    switch (nextStep(end, build.expected, planned !== fallback && fallback !== undefined, repeats)) {
      case "send-again":
        repeats += 1;
        await sleep(run.ports.polling.maxDelayMs, undefined, { signal: run.ports.signal });
        continue;
      case "send-fallback":
        planned = fallback ?? planned;
        continue;
      case "done":
        break;
    }
    // What came after a match, or an upgrade that did not work out, takes nothing away from what is stored.
    if (end.kind === "matched" || hasMatched) return "by-this-run";
    if (end.kind === "already-verified") return end.verificationId === undefined ? "before" : "found-again";
    if (isEnough && build.compiled !== undefined) return "before";
    throw jobProblem(run, end, planned, explainJob(run, end.error, facts, build));
  }
}

function isExact(stored: ContractRecord | undefined): boolean {
  return stored?.runtimeMatch === "exact_match" && stored.creationMatch === "exact_match";
}

async function submitAndFollow(
  run: Run,
  address: string,
  planned: PlannedSubmission,
  stored: ContractRecord | undefined,
  expected: ExpectedMatch,
  isOptional: boolean,
): Promise<JobEnd> {
  const { verification, chainId, polling, signal, onProgress } = run.ports;
  const report = describe(planned, true, null);
  run.draft.submitted.push(report);
  onProgress({ type: "submitting", url: verification.url, submission: report });
  const submitted = await submit(
    verification,
    { chainId, address },
    planned.body,
    {
      ...polling,
      waitForOtherJob: !isOptional,
      onOtherJob: () => onProgress({ type: "waiting-for-other-job", elapsedMs: run.elapsedMs() }),
      isDone: async (wasLost) => {
        const now = await improvedRecord(run, address, stored);
        // What somebody else achieved is enough only where nothing better can come of this build.
        return now !== undefined && (wasLost || !canImprove(now, expected));
      },
    },
    signal,
  );
  if (submitted.kind === "already-verified") return { kind: "already-verified", verificationId: undefined };

  const { verificationId } = submitted;
  report.verificationId = verificationId;
  run.draft.verificationId = verificationId;
  onProgress({ type: "submitted", verificationId });
  const end = await follow(run, verificationId);
  onProgress({ type: "job-ended", verificationId, result: describeEnd(end) });
  return end;
}

async function follow(run: Run, verificationId: string): Promise<JobEnd> {
  const { verification, polling, signal, onProgress } = run.ports;
  try {
    const job = await pollJob(verification, verificationId, polling, signal, (polls) =>
      onProgress({ type: "polling", verificationId, elapsedMs: run.elapsedMs(), polls }),
    );
    if (job.state === "matched") return { kind: "matched", verificationId, match: job.contract };
    if (job.error.customCode === "already_verified") return { kind: "already-verified", verificationId };
    return { kind: "failed", verificationId, error: job.error };
  } catch (error) {
    // A service that was started anew does not know its older jobs.
    if (!(error instanceof ServiceError) || error.customCode !== "job_not_found") throw error;
    return {
      kind: "failed",
      verificationId,
      error: { customCode: "job_not_found", message: error.serviceMessage ?? error.reason },
    };
  }
}

/** The record, when it got better since it was first read: then a submission whose answer was lost did arrive. */
async function improvedRecord(
  run: Run,
  address: string,
  before: ContractRecord | undefined,
): Promise<MatchSummary | undefined> {
  const { verification, chainId, signal } = run.ports;
  const now = await verification.contract(chainId, address, { signal });
  const isBetter = now?.runtimeMatch !== before?.runtimeMatch || now?.creationMatch !== before?.creationMatch;
  return isBetter ? now : undefined;
}

function describeEnd(end: JobEnd): string {
  switch (end.kind) {
    case "matched":
      return `creation ${end.match.creationMatch ?? "no match"}, runtime ${end.match.runtimeMatch ?? "no match"}`;
    case "already-verified":
      return "already verified";
    case "failed":
      return end.error.customCode;
  }
}
