import { ChainError } from "../chain/chain-port.ts";
import type { JobError } from "../domain/record.ts";
import { advice, configure, type NextStep } from "../errors/next-step.ts";
import { type Problem, problem } from "../errors/problem.ts";
import type { Outcome } from "../report/model.ts";
import { ServiceError } from "../services/service-error.ts";
import type { JobEnd } from "../submission/job-end.ts";
import { failureOf, isPassing, MOST_TRIES } from "../submission/job-failures.ts";
import type { PlannedSubmission } from "../submission/plan-submission.ts";
import { utcSecond } from "../text/moment.ts";
import { Stopped } from "./ports.ts";
import { Ended, type Run } from "./run.ts";
import type { JobExplanation } from "./stages/explain-job.ts";
import { stopped, submissionWords } from "./stopped.ts";

const OLD = "the job had ended before this submission, for which the service started none";

const TOO_SLOW =
  "the service's compiler ran out of time: the service may be busy, or allow too little for these sources";
const TOO_SLOW_AGAIN =
  "this service did not compile it in its time, three tries; it is sent again an hour after the last one";
const MORE_TIME = advice(
  "use a service that gives its compiler more time; for local services, restart serve with a longer --compile-timeout",
);

/** What a failed job means for the contract. */
export function jobProblem(
  run: Run,
  { error, verificationId, isOld, tries = 1 }: Extract<JobEnd, { kind: "failed" }>,
  planned: PlannedSubmission,
  explained: JobExplanation,
): Ended {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Contract", planned.body.contractIdentifier],
    ["Verification id", verificationId],
    ["Service said", `${error.customCode}: ${error.message}`],
    ["Old result", isOld === true ? OLD : undefined],
    ...compilerWords(error)
      .slice(0, 3)
      .map((text) => ["Compiler", text] as const),
  ];
  if (explained.lacksLibraries === true) {
    const canLink = planned.body.stdJsonInput.settings.libraries === undefined;
    const likely =
      "the service doesn't link: it needs the libraries' addresses in the settings, and then no match is exact";
    const next = canLink ? run.command("--min-match match") : undefined;
    return new Ended("rejected", problem("VC410", { facts, likely, next }));
  }
  switch (failureOf(error).kind) {
    case "mismatch": {
      const [first] = run.draft.explanations;
      const canWiden = planned.sources === "minimal" && explained.sawOtherCode !== true;
      const next = canWiden ? run.command("--sources full") : first?.next;
      const { likely } = explained;
      return new Ended("mismatch", problem("VC404", { facts: [...facts, ...explained.facts], likely, next }));
    }
    case "bad-input":
      return new Ended("rejected", problem("VC405", { facts }));
    case "passing":
      // The service would answer the same submission with the same old job.
      return isOld === true
        ? new Ended("rejected", problem("VC410", { facts }))
        : new Ended("unavailable", problem("VC410", { facts, next: run.command() }));
    case "timed-out": {
      const tried = [...facts, ["Tries", `${tries} of ${MOST_TRIES}`]] as const;
      return tries < MOST_TRIES
        ? new Ended("unavailable", problem("VC405", { facts: tried, likely: TOO_SLOW, next: run.command() }))
        : new Ended("rejected", problem("VC405", { facts, likely: TOO_SLOW_AGAIN, next: MORE_TIME }));
    }
    case "unknown": {
      const likely = `no known service documents the code ${error.customCode}: only the service's own words say what it means`;
      return new Ended("rejected", problem("VC410", { facts, likely }));
    }
  }
}

/** What kept the compiler from starting, unless the service's message has it, and what it said. */
function compilerWords({ message, compilerErrors = [], compilerErrorMessage }: JobError): readonly string[] {
  return compilerErrorMessage === undefined || message.includes(compilerErrorMessage)
    ? compilerErrors
    : [compilerErrorMessage, ...compilerErrors];
}

/**
 * What an error of any stage means for the contract.
 *
 * @returns undefined for wrong use and for bugs, which the caller throws again.
 */
export function endOf(error: unknown, run: Run): Ended | undefined {
  if (error instanceof Ended) return error;
  const { signal } = run.ports;
  if (error instanceof Stopped) return stopped(run, error);
  if (signal.aborted) return stopped(run, signal.reason);
  if (error instanceof ServiceError) return serviceEnd(run, error);
  if (error instanceof ChainError) return new Ended("unavailable", chainProblem(run, error));
  return undefined;
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
