import { formatPath } from "../builds/read-candidates.ts";
import { ChainError } from "../chain/chain-port.ts";
import {
  advice,
  again,
  checkOne,
  checkUrl,
  chooseContractNetwork,
  configure,
  type NextStep,
  ownCommand,
  suggestTimeout,
  withOptions,
} from "../errors/next-step.ts";
import { type Problem, VerifyContractError } from "../errors/problem.ts";
import type { Outcome } from "../report/model.ts";
import { isRefusedConnection } from "../services/http/failures.ts";
import { isLoopback } from "../services/http/urls.ts";
import { startRefusingNode } from "../services/rpc/start-refusing-node.ts";
import { listServePorts } from "../services/serve-ports.ts";
import { ServiceError } from "../services/service-error.ts";
import { isTransientFailure } from "../submission/job-failures.ts";
import { formatBytes, formatCount, formatDuration } from "../text/amounts.ts";
import { getErrorCode } from "../text/file-reason.ts";
import { formatUtcSecond } from "../text/moment.ts";
import { createProblem, writeNext } from "./next-steps.ts";
import { keepsNoCopies, requireVerification, Stopped } from "./ports.ts";
import { type End, Ended, hasSent, mayBeLost, type Run, type Waiting } from "./run.ts";
import { explainByStatus } from "./stages/explain-by-status.ts";
import { isInProcessByDefault } from "./stages/read-deployment.ts";
import { formatOnRecord, readQuietly, toStoredMatch } from "./stages/read-record.ts";
import { refuseForeignService } from "./stages/refuse-foreign-service.ts";
import { errorFacts, REPORT_IT, sentFacts } from "./unforeseen.ts";

/** Younger jobs were just submitted by this run, so their age isn't reported. */
const MIN_REPORTED_AGE_MS = 60_000;

function endStopped(run: Run, reason: unknown): Ended {
  const byUser = reason instanceof Stopped && reason.by === "user";
  return new Ended("timed-out", byUser ? describeUserStop(run) : describeDeadline(run));
}

function describeDeadline(run: Run): End {
  const awaited = run.current && AWAITED[run.current];
  const job = run.current === "job" ? run.findings.waiting : null;
  const now = run.ports.clock.now();
  const isLost = job !== null && mayBeLost(job, now);
  return {
    code: "VC407",
    facts: [
      ["Service", awaited?.service && run.ports[awaited.service]?.url],
      ["Waiting for", awaited?.what],
      ["Job", getJobUrl(run)],
      ["Since", job === null ? undefined : formatSince(job, now)],
      ["Submission", describeSubmission(run)],
      ["After", `${(run.elapsedMs() / 1000).toFixed(1)} s`],
    ],
    likely: isLost ? LOST : explainWait(run, job),
    next: suggestStep(run, isLost),
  };
}

function describeUserStop(run: Run): End {
  const last = run.findings.submitted.findLast(({ sent }) => sent);
  const amount = last && `${formatCount(last.files.length, "file")}, ${formatBytes(last.bytes)}`;
  const sent = [amount, describeSubmission(run)].filter((part) => part !== undefined).join("; ");
  // Local services that were started for the run end with it, and so does the job.
  const canResume = sent !== "" && run.ports.recordsEnd !== true;
  return {
    code: "VC408",
    facts: [
      ["Sent", sent === "" ? undefined : sent],
      ["Job", canResume ? getJobUrl(run) : undefined],
      ["To resume", canResume ? "run the command again: it sends nothing twice" : undefined],
      ["After", `${(run.elapsedMs() / 1000).toFixed(1)} s`],
    ],
    next: again,
  };
}

function getJobUrl(run: Run): string | undefined {
  const { verificationId } = run.findings;
  return verificationId === null ? undefined : requireVerification(run.ports).jobUrl(verificationId);
}

/** A stage that waits for the node has no `service`, because the node's URL may contain a key. */
const AWAITED: {
  readonly [Stage in NonNullable<Run["current"]>]?: {
    readonly what: string;
    readonly service?: "verification" | "query";
  };
} = {
  target: { what: "the contract id's address", service: "query" },
  stored: { what: "the contract's stored record", service: "verification" },
  deployment: { what: "the network's node" },
  proxy: { what: "the network's node" },
  job: { what: "the contract's job", service: "verification" },
  record: { what: "the record", service: "verification" },
  crossCheck: { what: "the evidence for the cross-check", service: "query" },
};

function formatSince({ since }: Waiting, now: Date): string | undefined {
  const ageMs = now.getTime() - since.getTime();
  return ageMs < MIN_REPORTED_AGE_MS ? undefined : `${since.toISOString()}, ${formatDuration(ageMs)} ago`;
}

function describeSubmission({ findings, request }: Run): string | undefined {
  const { waiting, verificationId } = findings;
  if (request.action === "check") return undefined;
  if (waiting?.isOfEarlierRun === true) return "an earlier run sent it";
  if (waiting?.mayBeOfThisRun)
    return "sent, but no response arrived; the running job may belong to this submission";
  if (waiting?.kind === "other-job") return "not accepted because of the other job";
  if (verificationId !== null) return "the service accepted it";
  return hasSent(findings) ? "sent, but no response arrived" : "nothing was sent in this run";
}

const LOST =
  "the service may have lost the job: if a service is killed during a job, that job stays pending forever and blocks every other job for this contract";

function explainWait(run: Run, job: Waiting | null): string | undefined {
  if (run.current === "crossCheck") return "the record was read, but its cross-check didn't finish";
  if (job?.mayBeOfThisRun)
    return "this submission's job is still running, or will never end because the service was stopped during the job";
  return job?.kind === "other-job"
    ? "another job for this contract is still running, or will never end because the service was stopped during that job"
    : undefined;
}

function suggestStep(run: Run, isLost: boolean): NextStep {
  const { verificationId } = run.findings;
  const which = verificationId === null ? "the job for this contract" : `job ${verificationId}`;
  return isLost
    ? advice(
        `ask the operator of ${requireVerification(run.ports).url} to end ${which}, then run the command again`,
      )
    : withOptions(["--timeout", String(suggestTimeout(run.elapsedMs() / 1000))]);
}

/**
 * An unforeseen error ends only this contract's turn. An error in a contract found through a proxy never counts as
 * invalid usage.
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
    const ended = convertToEnded(run, error);
    const { outcome } = ended;
    const problem = createProblem(run, ended);
    return { outcome, problem: problem && (await explainByStatus(run.ports, outcome, problem)) };
  } catch (other) {
    if (other instanceof VerifyContractError) throw other;
    const ended = endUnforeseen(run, other);
    return { outcome: ended.outcome, problem: createProblem(run, ended) };
  }
}

/**
 * A verified contract can be checked without a build. In a deployment, a missing build is missing for every contract.
 */
async function mentionRecord(run: Run, error: unknown): Promise<void> {
  const { action, origins, target } = run.request;
  const isMissingBuild = error instanceof VerifyContractError && error.code === "VC201";
  const isAlone = origins.length === 0 && target.kind === "address";
  if (!isMissingBuild || action === "check" || !isAlone) return;
  const record = await readQuietly(run, target.address);
  const onRecord = formatOnRecord(record && toStoredMatch(record));
  if (onRecord === undefined || run.ports.signal.aborted) return;
  throw error.withFacts([
    ["On record", onRecord],
    ["To check it", writeNext(run, checkOne(target.input))],
  ]);
}

function convertToEnded(run: Run, error: unknown): Ended {
  if (error instanceof Ended) return error;
  const { signal } = run.ports;
  if (error instanceof Stopped) return endStopped(run, error);
  if (signal.aborted) return endStopped(run, signal.reason);
  if (error instanceof ServiceError) return endFromServiceError(run, error);
  if (error instanceof ChainError) return endFromChainError(run, error);
  throw error;
}

function endUnforeseen(run: Run, error: unknown): Ended {
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

function endFromServiceError(run: Run, error: ServiceError): Ended {
  const isSent = run.findings.verificationId !== null || hasSent(run.findings);
  const dead = error.hostDeadSince && formatUtcSecond(error.hostDeadSince);
  const facts = [
    ["Asked", `${error.method} ${error.url}`],
    ["Status", error.status === undefined ? undefined : String(error.status)],
    ["Service said", error.serviceMessage],
    // If the service answered with a refusal, its status and message suffice.
    ["Reason", error.status === undefined || error.kind === "unusable" ? error.reason : undefined],
    ["Found dead", dead && `${new URL(error.url).host}, at ${dead}, by requests for other contracts`],
    ["Tries", (error.attempts ?? 0) === 0 ? undefined : String(error.attempts)],
    ["Verification id", run.findings.verificationId ?? undefined],
    ["Submission", isSent ? describeSubmission(run) : undefined],
  ] as const;
  const [outcome, code] = getServiceOutcome(run, error);
  const values = { chainId: run.ports.chainId, service: error.service };
  const next = suggestAfterServiceError(run, error, outcome);
  const likely = next === chooseContractNetwork ? run.ports.words.network.forgotten : undefined;
  return new Ended(outcome, { code, values, facts, likely, next });
}

const START_SERVICE = advice("is the service running? Start it, then run the command again", again);

function suggestAfterServiceError(run: Run, error: ServiceError, outcome: Outcome): NextStep | undefined {
  const { ports } = run;
  const { service, url, status } = error;
  const isVerification = service === "verification service";
  if (isVerification && keepsNoCopies(url, ports.chainId) && isRefusedConnection(error))
    // `serve` has no access to a chain in Hardhat's own process.
    return isInProcessByDefault(run)
      ? chooseContractNetwork
      : advice(
          "start the local services in another terminal",
          ownCommand("serve", [], ...listServePorts(ports, ports.chainId)),
        );
  // Waiting doesn't help if the URL has the wrong scheme.
  if (isVerification && getErrorCode(error.cause) === "ERR_SSL_WRONG_VERSION_NUMBER")
    return checkUrl("verification");
  if (outcome === "unavailable") return isLoopback(url) && isRefusedConnection(error) ? START_SERVICE : again;
  const isDenied = isVerification && (status === 401 || status === 403);
  if (!isDenied || ports.configured?.has(service) !== true) return undefined;
  // If an option or environment variable set the URL, the configured headers belong to a different URL.
  return configure(
    ports.words.urlSources?.verification === undefined
      ? "check verifyContract.verification.headers"
      : "set verifyContract.verification.url and its headers",
  );
}

function getServiceOutcome(run: Run, error: ServiceError): readonly [Outcome, Problem["code"]] {
  if (error.isInvalidRecord === true) return ["check-failed", "VC417"];
  // An error page from an intermediate proxy proves nothing about the contract.
  if (error.isForeign === true) return ["unavailable", "VC406"];
  // Some services reject a submission immediately for reasons that others report in a job.
  if (error.kind === "refused")
    return isTransientFailure(error.customCode ?? "") ? ["unavailable", "VC410"] : ["rejected", "VC402"];
  if (error.kind !== "unusable") return ["unavailable", "VC401"];
  // After a submission, the next run may succeed, because it reads the record first.
  const isFinal = error.comesAgain === true && error.mayHaveArrived !== true && run.findings.waiting === null;
  return [isFinal ? "not-proven" : "unavailable", "VC406"];
}

function endFromChainError({ ports }: Run, error: ChainError): Ended {
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
