import { formatPath } from "../builds/read-candidates.ts";
import { ChainError } from "../chain/chain-port.ts";
import { isDevelopmentChain } from "../domain/development-chain.ts";
import {
  advice,
  again,
  checkOne,
  configure,
  type NextStep,
  ownCommand,
  suggestTimeout,
  withOptions,
} from "../errors/next-step.ts";
import { type Problem, VerifyContractError } from "../errors/problem.ts";
import type { Outcome } from "../report/model.ts";
import { isLoopback } from "../services/http/private-host.ts";
import { isRefusedConnection } from "../services/http/tries.ts";
import { startRefusingNode } from "../services/rpc/start-refusing-node.ts";
import { ServiceError } from "../services/service-error.ts";
import { isTransientFailure } from "../submission/job-failures.ts";
import { formatBytes, formatCount, formatDuration } from "../text/amounts.ts";
import { formatUtcSecond } from "../text/moment.ts";
import { problemOf, writeNext } from "./next-steps.ts";
import { Stopped, verificationOf } from "./ports.ts";
import { type End, Ended, hasSent, mayBeLost, type Run, type Waiting } from "./run.ts";
import { explainByStatus } from "./stages/explain-by-status.ts";
import { onRecordWords, readQuietly } from "./stages/read-record.ts";
import { refuseForeignService } from "./stages/refuse-foreign-service.ts";
import { errorFacts, missingBinding, REPORT_IT, sentFacts } from "./unforeseen.ts";

/** Milliseconds after which a job's age is worth reporting. A younger job was just submitted by this run. */
const MIN_REPORTED_AGE_MS = 60_000;

/** Ends a run stopped by the deadline or the user. Reports what was sent, what the run waited for, and the next step. */
function stopped(run: Run, reason: unknown): Ended {
  const byUser = reason instanceof Stopped && reason.by === "user";
  return new Ended("timed-out", byUser ? stoppedByUser(run) : deadlinePassed(run));
}

function deadlinePassed(run: Run): End {
  const [service, what] = waitedFor(run);
  const job = awaitedJob(run);
  const isLost = job !== undefined && mayBeLost(job, run.ports.clock.now());
  return {
    code: "VC407",
    facts: [
      ["Service", service],
      ["Waiting for", what],
      ["Job", jobUrl(run)],
      ["Since", job && since(job)],
      ["Submission", submissionWords(run)],
      ["After", `${(run.elapsedMs() / 1000).toFixed(1)} s`],
    ],
    likely: isLost ? LOST : likely(run, job),
    next: next(run, isLost),
  };
}

/** The user knows why the run stopped, but not what had been sent or what will happen to it. */
function stoppedByUser(run: Run): End {
  const last = run.findings.submitted.findLast(({ sent }) => sent);
  const amount = last && `${formatCount(last.files.length, "file")}, ${formatBytes(last.bytes)}`;
  const sent = [amount, submissionWords(run)].filter((part) => part !== undefined).join("; ");
  return {
    code: "VC408",
    facts: [
      ["Sent", sent === "" ? undefined : sent],
      ["Job", jobUrl(run)],
      ["To resume", toResume(run)],
      ["After", `${(run.elapsedMs() / 1000).toFixed(1)} s`],
    ],
    next: again,
  };
}

function toResume({ findings, request }: Run): string {
  if (request.action === "check") return "run it again";
  const isSent = findings.waiting !== null || hasSent(findings);
  if (findings.verificationId !== null) return "run it again: it follows this job, and sends nothing twice";
  return isSent ? "run it again: it reads what is stored first, and sends nothing twice" : "run it again";
}

function jobUrl(run: Run): string | undefined {
  const { verificationId } = run.findings;
  return verificationId === null ? undefined : verificationOf(run.ports).jobUrl(verificationId);
}

/** The service that the run waited for, and the reason. A node's URL is omitted because it may contain a key. */
function waitedFor(run: Run): readonly [service: string | undefined, what: string | undefined] {
  const { ports } = run;
  const url = ports.verification?.url;
  switch (run.current) {
    case "target":
      return [ports.query?.url, "the address of the contract id"];
    case "stored":
      return [url, "the stored record of the contract"];
    case "deployment":
    case "proxy":
      return [undefined, `the node of the network ${ports.chain.networkName}`];
    case "record":
      return [url, "the record"];
    case "crossCheck":
      return [ports.query?.url, "the evidence for the cross-check"];
    case "job":
      return [url, jobWords(run)];
    case "builds":
    case "build":
    case "submission":
    case undefined:
      return [undefined, undefined];
  }
}

function jobWords({ findings }: Run): string | undefined {
  const { waiting } = findings;
  switch (waiting?.kind) {
    case "job":
      return "the job to end";
    case "other-job":
      return `${waiting.mayBeOfThisRun ? "a" : "another"} job for this contract, which the service does not name`;
    case undefined:
      return hasSent(findings) ? "an answer to the submission" : undefined;
  }
}

function awaitedJob({ current, findings, ports }: Run): (Waiting & { readonly ageMs: number }) | undefined {
  const { waiting } = findings;
  if (current !== "job" || waiting === null) return undefined;
  return { ...waiting, ageMs: ports.clock.now().getTime() - waiting.since.getTime() };
}

type AwaitedJob = ReturnType<typeof awaitedJob>;

function since(job: NonNullable<AwaitedJob>): string | undefined {
  if (job.ageMs < MIN_REPORTED_AGE_MS) return undefined;
  return `${job.since.toISOString()}, ${formatDuration(job.ageMs)} ago`;
}

/** Describes the state of the submission; undefined for a check, which sends nothing. */
function submissionWords({ findings, request }: Run): string | undefined {
  const { waiting, verificationId } = findings;
  if (request.action === "check") return undefined;
  if (waiting?.isOfEarlierRun === true) return "an earlier run sent it";
  if (waiting?.mayBeOfThisRun) return "sent, without an answer; the job that the service runs may be its own";
  if (waiting?.kind === "other-job") return "not accepted, because of the other job";
  if (verificationId !== null) return "the service accepted it";
  return hasSent(findings) ? "sent, without an answer" : "this run sent none";
}

const LOST =
  "this service may have lost it: one that is killed during a job leaves it pending for ever, and it blocks every other job for this contract";

function likely(run: Run, job: AwaitedJob): string | undefined {
  if (run.current === "crossCheck") return "the record was read; only its cross-check is missing";
  if (job?.mayBeOfThisRun)
    return "the job of this submission still runs; or the service was stopped during it, and it then never ends";
  return job?.kind === "other-job"
    ? "another job for this contract still runs; or the service was stopped during a job, which then never ends"
    : undefined;
}

function next(run: Run, isLost: boolean): NextStep {
  const { verificationId } = run.findings;
  const which = verificationId === null ? "the job for this contract" : `job ${verificationId}`;
  return isLost
    ? advice(
        `ask the operator of ${verificationOf(run.ports).url} to end ${which}, then run the command again`,
      )
    : withOptions(["--timeout", String(suggestTimeout(run.elapsedMs() / 1000))]);
}

/**
 * Returns the outcome of a contract after an error in any stage. An unforeseen error ends the contract, not the run.
 *
 * @param isRequested False for a contract found through a proxy, whose errors don't count as invalid usage.
 * @throws VerifyContractError for invalid usage and broken environments.
 */
export async function endFromError(
  run: Run,
  error: unknown,
  isRequested: boolean,
): Promise<{ readonly outcome: Outcome; readonly problem: Problem | undefined }> {
  try {
    run.findings.code?.();
    if (isRequested) {
      await refuseForeignService(run, error instanceof Ended ? error.cause : error);
      await mentionRecord(run, error);
    }
    const ended = foreseen(run, error);
    const { outcome } = ended;
    const problem = problemOf(run, ended);
    return { outcome, problem: problem && (await explainByStatus(run.ports, outcome, problem)) };
  } catch (other) {
    const broken = other instanceof VerifyContractError ? other : missingBinding(other);
    if (broken !== undefined) throw broken;
    const ended = endedByMistake(run, other);
    return { outcome: ended.outcome, problem: problemOf(run, ended) };
  }
}

/**
 * If build files are missing but the contract is already verified, adds that it can be checked without a build. This
 * only reads the record. If the service doesn't answer, the error is unchanged.
 */
async function mentionRecord(run: Run, error: unknown): Promise<void> {
  const { action, target } = run.request;
  const isMissingBuild = error instanceof VerifyContractError && error.code === "VC201";
  if (!isMissingBuild || action === "check" || target.kind !== "address") return;
  const onRecord = onRecordWords(await readQuietly(run, target.address));
  if (onRecord === undefined || run.ports.signal.aborted) return;
  throw error.withFacts([
    ["On record", onRecord],
    ["To check it", writeNext(run, checkOne(target.input))],
  ]);
}

/** @throws unforeseen errors and invalid usage. */
function foreseen(run: Run, error: unknown): Ended {
  if (error instanceof Ended) return error;
  const { signal } = run.ports;
  if (error instanceof Stopped) return stopped(run, error);
  if (signal.aborted) return stopped(run, signal.reason);
  if (error instanceof ServiceError) return serviceEnd(run, error);
  if (error instanceof ChainError) return chainEnd(run, error);
  throw error;
}

function endedByMistake(run: Run, error: unknown): Ended {
  const { findings, ports, request } = run;
  const { place } = ports.journal;
  const journal =
    place !== undefined && hasSent(findings) ? formatPath(place, request.projectRoot) : undefined;
  return new Ended("not-proven", {
    code: "VC999",
    facts: [...errorFacts(error), ["During", run.current], ...sentFacts(findings), ["Journal", journal]],
    next: REPORT_IT,
  });
}

function serviceEnd(run: Run, error: ServiceError): Ended {
  const isSent = run.findings.verificationId !== null || hasSent(run.findings);
  const facts = [
    ["Asked", `${error.method} ${error.url}`],
    ["Status", error.status === undefined ? undefined : String(error.status)],
    ["Service said", error.serviceMessage],
    // If the service answered with a refusal, its status and message suffice.
    ["Reason", error.status === undefined || error.kind === "unusable" ? error.reason : undefined],
    ["Found dead", foundDead(error)],
    ["Tries", (error.attempts ?? 0) === 0 ? undefined : String(error.attempts)],
    ["Verification id", run.findings.verificationId ?? undefined],
    ["Submission", isSent ? submissionWords(run) : undefined],
  ] as const;
  const [outcome, code] = serviceOutcome(run, error);
  const values = { chainId: run.ports.chainId, service: error.service };
  const next = isLocalAndDown(run, error)
    ? advice("is serve running? In another terminal", ownCommand("serve", []))
    : outcome === "unavailable"
      ? again
      : nextAfterRefusal(run, error);
  return new Ended(outcome, { code, values, facts, next });
}

/** True if no local services are running where a rehearsal expects them. */
function isLocalAndDown({ ports }: Run, error: ServiceError): boolean {
  const { service, url } = error;
  return (
    service === "verification service" &&
    isDevelopmentChain(ports.chainId) &&
    isLoopback(url) &&
    isRefusedConnection(error)
  );
}

const CREDENTIAL_STATUSES = new Set([401, 403]);

function nextAfterRefusal({ ports }: Run, { service, status = 0 }: ServiceError): NextStep | undefined {
  const isOwn = service === "verification service" && ports.configured?.has(service) === true;
  return isOwn && CREDENTIAL_STATUSES.has(status)
    ? configure(
        // If the URL came from elsewhere, the configured headers belong to a different URL.
        ports.words.urlSources?.verification === undefined
          ? "check verifyContract.verification.headers"
          : "set verifyContract.verification.url and its headers",
      )
    : undefined;
}

/** Explains a request that was abandoned or not sent because requests for another contract got no answer. */
function foundDead({ hostDeadSince, url }: ServiceError): string | undefined {
  if (hostDeadSince === undefined) return undefined;
  return `${new URL(url).host}, at ${formatUtcSecond(hostDeadSince)}, by requests for other contracts`;
}

function serviceOutcome(run: Run, error: ServiceError): readonly [Outcome, Problem["code"]] {
  if (error.isInvalidRecord === true) return ["check-failed", "VC417"];
  // An error page from an intermediate proxy says nothing about the contract.
  if (error.isForeign === true) return ["unavailable", "VC406"];
  switch (error.kind) {
    case "refused":
      // Some services reject a submission immediately for reasons that others report in a job.
      return isTransientFailure(error.customCode ?? "") ? ["unavailable", "VC410"] : ["rejected", "VC402"];
    case "unusable":
      // After a submission, the next run reads the record first.
      return error.comesAgain === true && error.mayHaveArrived !== true && run.findings.waiting === null
        ? ["not-proven", "VC406"]
        : ["unavailable", "VC406"];
    case "unreachable":
    case "timeout":
    case "busy":
    case "server-error":
    case "aborted":
      return ["unavailable", "VC401"];
  }
}

function chainEnd({ ports }: Run, error: ChainError): Ended {
  return new Ended("unavailable", {
    code: "VC302",
    facts: [
      ["Network", ports.chain.networkName],
      ["Asked", error.method],
      ["Reason", error.message],
    ],
    next: startRefusingNode(error.cause, ports.chainId) ?? again,
  });
}
