import { longerTimeout } from "../errors/longer-timeout.ts";
import { advice, type NextStep } from "../errors/next-step.ts";
import { problem } from "../errors/problem.ts";
import { durationWords } from "../text/amounts.ts";
import { Stopped } from "./ports.ts";
import { Ended, type Run } from "./run.ts";

/** A job that has not ended by then most likely never will: a service that was killed leaves such jobs behind. */
const HANGS_AFTER_MS = 10 * 60_000;
/** What is younger was sent by this run, a moment ago. */
const WORTH_SAYING_MS = 60_000;

/** The deadline or the user ended it: names what was waited for, what was sent, and what can be done. */
export function stopped(run: Run, reason: unknown): Ended {
  const byUser = reason instanceof Stopped && reason.by === "user";
  const { verificationId } = run.draft;
  const [service, what] = waitedFor(run);
  return new Ended(
    "timed-out",
    problem(byUser ? "VC408" : "VC407", {
      facts: [
        ["Service", service],
        ["Waiting for", what],
        ["Verification id", verificationId ?? undefined],
        [
          "Job",
          verificationId === null ? undefined : `${run.verification().url}/v2/verify/${verificationId}`,
        ],
        ["Since", since(run)],
        ["Submission", submission(run)],
        ["After", `${(run.elapsedMs() / 1000).toFixed(1)} s`],
      ],
      likely: likely(run),
      next: byUser ? run.command() : next(run),
    }),
  );
}

/** The URL of the service, and what of it; a node has no URL that may be shown. */
function waitedFor(run: Run): readonly [service: string | undefined, what: string | undefined] {
  const { draft, ports, waiting } = run;
  const url = ports.verification?.url;
  if (draft.links.length === 0) {
    if (waiting?.kind === "job") return [url, "the job to end"];
    if (waiting?.kind === "other-job") return [url, "another job for this contract, which it does not name"];
    if (draft.submitted.some(({ sent }) => sent)) return [url, "an answer to the submission"];
  }
  switch (run.current) {
    case "target":
      return [ports.query?.url, "the address of the contract id"];
    case "stored":
      return [url, "what is stored of the contract"];
    case "deployment":
    case "proxy":
      return [undefined, `the node of the network ${ports.chain.networkName}`];
    case "record":
      return [url, "the record"];
    case "crossCheck":
      return [ports.query?.url, "the evidence for the cross-check"];
    default:
      return [undefined, undefined];
  }
}

function since({ waiting, ports, draft }: Run): string | undefined {
  if (waiting === undefined || draft.links.length > 0) return undefined;
  const ageMs = ports.clock.now().getTime() - waiting.since.getTime();
  if (ageMs < WORTH_SAYING_MS) return undefined;
  return `${waiting.since.toISOString()}, ${durationWords(ageMs)} ago`;
}

function submission({ draft, waiting, request }: Run): string | undefined {
  if (request.action === "check") return undefined;
  if (waiting?.isOfEarlierRun === true) return "an earlier run sent it";
  if (waiting?.kind === "other-job") return "not taken while the other job runs";
  if (draft.verificationId !== null) return "the service took it";
  return draft.submitted.some(({ sent }) => sent) ? "sent, without an answer" : "this run sent none";
}

function hangs({ waiting, ports, draft }: Run): boolean {
  if (waiting === undefined || draft.links.length > 0) return false;
  return ports.clock.now().getTime() - waiting.since.getTime() > HANGS_AFTER_MS;
}

function likely(run: Run): string | undefined {
  const { draft, waiting } = run;
  if (draft.links.length > 0) return "the record was read; only its cross-check is missing";
  if (hangs(run))
    return "the service was ended in mid-job: such a job never ends, and blocks every other one for this contract";
  return waiting?.kind === "other-job"
    ? "another job for this contract runs for somebody else; or the service was ended in mid-job, and it never ends"
    : undefined;
}

function next(run: Run): NextStep | string {
  const { draft } = run;
  const which = draft.verificationId === null ? "the job for this contract" : `job ${draft.verificationId}`;
  return hangs(run)
    ? advice(`ask who runs ${run.verification().url} to end ${which}, then run the command again`)
    : run.command(["--timeout", String(longerTimeout(run.elapsedMs() / 1000))]);
}
