import { displayPath } from "../builds/read-candidates.ts";
import { ChainError } from "../chain/chain-port.ts";
import { configure, type NextStep } from "../errors/next-step.ts";
import { type Problem, problem, VerifyContractError } from "../errors/problem.ts";
import type { Outcome } from "../report/model.ts";
import { ServiceError } from "../services/service-error.ts";
import { isPassing } from "../submission/job-failures.ts";
import { utcSecond } from "../text/moment.ts";
import { Stopped } from "./ports.ts";
import { Ended, type Run } from "./run.ts";
import { explainByStatus } from "./stages/explain-by-status.ts";
import { mentionRecord } from "./stages/mention-record.ts";
import { refuseForeignService } from "./stages/refuse-foreign-service.ts";
import { stopped, submissionWords } from "./stopped.ts";
import { errorFacts, REPORT_IT, sentFacts } from "./unforeseen.ts";

/**
 * The outcome of a contract that an error ended, in whatever stage; an unforeseen error ends the contract, and not the run.
 *
 * @throws VerifyContractError for wrong use and broken environments.
 */
export async function endOf(run: Run, error: unknown): Promise<Pick<Ended, "outcome" | "problem">> {
  try {
    run.doPostponed();
    await refuseForeignService(run, error);
    await mentionRecord(run, error);
    const { outcome, problem: why } = foreseen(run, error);
    return { outcome, problem: why && (await explainByStatus(run.ports, { outcome, problem: why })) };
  } catch (other) {
    if (other instanceof VerifyContractError) throw other;
    return endedByMistake(run, other);
  }
}

/** @throws what is not foreseen, and wrong use. */
function foreseen(run: Run, error: unknown): Ended {
  if (error instanceof Ended) return error;
  const { signal } = run.ports;
  if (error instanceof Stopped) return stopped(run, error);
  if (signal.aborted) return stopped(run, signal.reason);
  if (error instanceof ServiceError) return serviceEnd(run, error);
  if (error instanceof ChainError) return new Ended("unavailable", chainProblem(run, error));
  throw error;
}

/** Names the error, and what this run had sent by then. */
function endedByMistake(run: Run, error: unknown): Ended {
  const { draft, ports, request } = run;
  const hasSent = draft.submitted.some(({ sent }) => sent);
  const { place } = ports.journal;
  return new Ended(
    "not-proven",
    problem("VC999", {
      facts: [
        ...errorFacts(error),
        ["During", run.current],
        ...sentFacts(draft),
        ["Journal", hasSent && place !== undefined ? displayPath(place, request.projectRoot) : undefined],
      ],
      next: REPORT_IT,
    }),
  );
}

function serviceEnd(run: Run, error: ServiceError): Ended {
  const facts = [
    ["Asked", `${error.method} ${error.url}`],
    ["Status", error.status === undefined ? undefined : String(error.status)],
    ["Service said", error.serviceMessage],
    // The status and the service's own words explain a refusal.
    ["Reason", error.status === undefined || error.kind === "unusable" ? error.reason : undefined],
    ["Found dead", foundDead(error)],
    ["Tries", (error.attempts ?? 0) === 0 ? undefined : String(error.attempts)],
    ["Verification id", run.draft.verificationId ?? undefined],
    ["Submission", isSent(run) ? submissionWords(run) : undefined],
  ] as const;
  const [outcome, code] = serviceOutcome(run, error);
  const values = { chainId: run.ports.chainId, service: error.service };
  const next = outcome === "unavailable" ? run.command() : nextAfterRefusal(run, error);
  return new Ended(outcome, problem(code, { values, facts, next }, { words: run.ports.words }));
}

function isSent({ draft }: Run): boolean {
  return draft.verificationId !== null || draft.submitted.some(({ sent }) => sent);
}

/** Statuses of a service that wants other credentials. */
const OF_CREDENTIALS = new Set([401, 403]);

function nextAfterRefusal({ ports }: Run, { service, status = 0 }: ServiceError): NextStep | undefined {
  const isOwn = service === "verification service" && ports.configured?.has(service) === true;
  return isOwn && OF_CREDENTIALS.has(status)
    ? configure(
        // What is configured is for another URL then.
        ports.words.urlSources?.verification === undefined
          ? "check verifyContract.verification.headers"
          : "set verifyContract.verification.url and its headers",
      )
    : undefined;
}

/** Of a request that was given up or not sent, because another contract's requests had got no answer. */
function foundDead({ hostDeadSince, url }: ServiceError): string | undefined {
  if (hostDeadSince === undefined) return undefined;
  return `${new URL(url).host}, at ${utcSecond(hostDeadSince)}, by requests for other contracts`;
}

function serviceOutcome(run: Run, error: ServiceError): readonly [Outcome, Problem["code"]] {
  if (error.isInvalidRecord === true) return ["check-failed", "VC417"];
  // A page of a proxy in front of the service says nothing about the contract.
  if (error.isForeign === true) return ["unavailable", "VC406"];
  switch (error.kind) {
    case "refused":
      // Some services say before they start a job what others say of one.
      return isPassing(error.customCode ?? "") ? ["unavailable", "VC410"] : ["rejected", "VC402"];
    case "unusable":
      // After a submission, the next run reads the record first.
      return error.comesAgain === true && error.mayHaveArrived !== true && run.waiting === undefined
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

function chainProblem(run: Run, error: ChainError): Problem {
  return problem("VC302", {
    facts: [
      ["Network", run.ports.chain.networkName],
      ["Asked", error.method],
      ["Reason", error.message],
    ],
    next: run.command(),
  });
}
