import { longerTimeout } from "../errors/longer-timeout.ts";
import { advice, type NextStep } from "../errors/next-step.ts";
import { type Problem, problem } from "../errors/problem.ts";
import { bytesWords, countWords, durationWords } from "../text/amounts.ts";
import { Stopped } from "./ports.ts";
import { Ended, type Run, type Waiting } from "./run.ts";

/** A job that runs longer most likely never ends: a service that is killed leaves such jobs behind. */
const HANGS_AFTER_MS = 10 * 60_000;
/** A younger job is of this run, which has just sent it: its age says nothing. */
const WORTH_SAYING_MS = 60_000;

/** The deadline or the user stopped the run: names what was sent, what the deadline waited for, and what to do next. */
export function stopped(run: Run, reason: unknown): Ended {
  const byUser = reason instanceof Stopped && reason.by === "user";
  return new Ended("timed-out", byUser ? stoppedByUser(run) : deadlinePassed(run));
}

function deadlinePassed(run: Run): Problem {
  const [service, what] = waitedFor(run);
  return problem("VC407", {
    facts: [
      ["Service", service],
      ["Waiting for", what],
      ["Job", jobUrl(run)],
      ["Since", since(run)],
      ["Submission", submissionWords(run)],
      ["After", `${(run.elapsedMs() / 1000).toFixed(1)} s`],
    ],
    likely: likely(run),
    next: next(run),
  });
}

/** The user knows why it was stopped, and not what was sent by then, and what becomes of it. */
function stoppedByUser(run: Run): Problem {
  const last = run.draft.submitted.findLast(({ sent }) => sent);
  const amount = last && `${countWords(last.files.length, "file")}, ${bytesWords(last.bytes)}`;
  const sent = [amount, submissionWords(run)].filter((part) => part !== undefined).join("; ");
  return problem("VC408", {
    facts: [
      ["Sent", sent === "" ? undefined : sent],
      ["Job", jobUrl(run)],
      ["To resume", toResume(run)],
      ["After", `${(run.elapsedMs() / 1000).toFixed(1)} s`],
    ],
    next: run.command(),
  });
}

function toResume({ draft, request, waiting }: Run): string {
  if (request.action === "check") return "run it again";
  const isSent = waiting !== undefined || draft.submitted.some(({ sent }) => sent);
  if (draft.verificationId !== null) return "run it again: it follows this job, and sends nothing twice";
  return isSent ? "run it again: it reads what is stored first, and sends nothing twice" : "run it again";
}

function jobUrl(run: Run): string | undefined {
  const { verificationId } = run.draft;
  return verificationId === null ? undefined : run.verification().jobUrl(verificationId);
}

/** Whom the run waited for, and for what. The URL of a node may hold a key, so it is not shown. */
function waitedFor(run: Run): readonly [service: string | undefined, what: string | undefined] {
  const { ports, current } = run;
  const url = ports.verification?.url;
  switch (current) {
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

function jobWords({ waiting, draft }: Run): string | undefined {
  switch (waiting?.kind) {
    case "job":
      return "the job to end";
    case "other-job":
      return `${waiting.mayBeOfThisRun ? "a" : "another"} job for this contract, which the service does not name`;
    case undefined:
      return draft.submitted.some(({ sent }) => sent) ? "an answer to the submission" : undefined;
  }
}

/** The job that a run waits for. */
function awaitedJob({ current, waiting }: Run): Waiting | undefined {
  return current === "job" ? waiting : undefined;
}

function since(run: Run): string | undefined {
  const waiting = awaitedJob(run);
  if (waiting === undefined) return undefined;
  const ageMs = run.ports.clock.now().getTime() - waiting.since.getTime();
  if (ageMs < WORTH_SAYING_MS) return undefined;
  return `${waiting.since.toISOString()}, ${durationWords(ageMs)} ago`;
}

/** What became of the submission, in words; undefined for a check, which sends nothing. */
export function submissionWords({ draft, waiting, request }: Run): string | undefined {
  if (request.action === "check") return undefined;
  if (waiting?.isOfEarlierRun === true) return "an earlier run sent it";
  if (waiting?.mayBeOfThisRun) return "sent, without an answer; the job that the service runs may be its own";
  if (waiting?.kind === "other-job") return "not accepted, because of the other job";
  if (draft.verificationId !== null) return "the service accepted it";
  return draft.submitted.some(({ sent }) => sent) ? "sent, without an answer" : "this run sent none";
}

function hangs(run: Run): boolean {
  const waiting = awaitedJob(run);
  if (waiting === undefined) return false;
  return run.ports.clock.now().getTime() - waiting.since.getTime() > HANGS_AFTER_MS;
}

function likely(run: Run): string | undefined {
  if (run.current === "crossCheck") return "the record was read; only its cross-check is missing";
  if (hangs(run))
    return "the service was stopped during a job: such a job never ends, and blocks every other job for this contract";
  const waiting = awaitedJob(run);
  if (waiting?.mayBeOfThisRun)
    return "the job of this submission still runs; or the service was stopped during it, and it then never ends";
  return waiting?.kind === "other-job"
    ? "another job for this contract still runs; or the service was stopped during a job, which then never ends"
    : undefined;
}

function next(run: Run): NextStep | string {
  const { draft } = run;
  const which = draft.verificationId === null ? "the job for this contract" : `job ${draft.verificationId}`;
  return hangs(run)
    ? advice(`ask the operator of ${run.verification().url} to end ${which}, then run the command again`)
    : run.command(["--timeout", String(longerTimeout(run.elapsedMs() / 1000))]);
}
