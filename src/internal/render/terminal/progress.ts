import type { ProgressEvent } from "../../report/progress.ts";
import { bytesWords, countWords, durationWords } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { inert } from "../inert.ts";
import { expectedMatchWords, matchWords } from "../words/match-words.ts";
import { unknownProfileWords } from "../words/unknown-profile-words.ts";
import { LABEL_WIDTH, pad } from "./layout.ts";
import type { Style } from "./style.ts";

/** A log of a long wait gets one line for this many polls. */
const POLLS_PER_LINE = 5;

/** A progress event on a screen: one or a few lines, or undefined if there is nothing to show yet. */
export function renderProgress(event: ProgressEvent, style: Style): string | undefined {
  const line = (label: string, text: string): string =>
    inert(`  ${style.dim(pad(label, LABEL_WIDTH))}${cleanText(text)}`);
  switch (event.type) {
    case "target":
      return [
        line("Target", targetWords(event)),
        line("Created in", event.creationTransactionHash ?? "unknown"),
        ...(event.creationKnownFrom === null ? [] : [line("", CREATION_SOURCES[event.creationKnownFrom])]),
      ].join("\n");
    case "waiting-for-query":
      return line("Waiting", `${event.url} does not know ${event.target} yet`);
    case "waiting-for-code":
      return line("Waiting", `no code at ${event.address} on chain ${event.chainId} yet`);
    case "build": {
      const { contract, expectedMatch, candidates } = event;
      return [
        line("Build", `${contract.fullyQualifiedName}, ${chosenWords(candidates)}`),
        line("Compiler", `${contract.language} ${contract.compilerVersion}`),
        line("Expected", expectedMatchWords(expectedMatch)),
        ...expectedMatch.reasons.map((reason) => line("", `because ${reason}`)),
      ].join("\n");
    }
    case "stored":
      if (event.unknown !== undefined) return line("Stored", `unknown: ${event.unknown}`);
      return line("Stored", event.match === null ? "nothing yet" : storedWords(event.match));
    case "submitting": {
      const { files, bytes, sources } = event.submission;
      return line(
        "Submitting",
        `${countWords(files.length, "file")}, ${bytesWords(bytes)}, ${sources}, to ${event.url}`,
      );
    }
    case "submitted":
      return line("Job", event.verificationId);
    case "resumed":
      return line(
        "Job",
        `${event.verificationId}, submitted by an earlier run at ${event.sentAt.toISOString()}`,
      );
    case "polling":
      return event.polls % POLLS_PER_LINE === 0
        ? line("Waiting", `${durationWords(event.elapsedMs)} for job ${event.verificationId}`)
        : undefined;
    case "retrying":
      return line(
        "Retrying",
        `the ${event.service} in ${durationWords(event.delayMs)}, attempt ${event.attempt}: ${event.reason}`,
      );
    case "waiting-for-other-job":
      return line("Waiting", `${durationWords(event.elapsedMs)} for another job for this contract`);
    case "job-ended":
      return line("Job ended", event.result);
    case "no-journal":
      return line("Journal", `can't be written, so an interrupted run can't be resumed: ${event.reason}`);
    case "unknown-profile":
      return line("Profile", unknownProfileWords(event.profile));
    case "reading-record":
      return line("Record", "reading what is stored");
    case "waiting-for-record":
      return line("Waiting", "the record is weaker than what the job found");
    case "checking":
      return line("Checking", "the record against the chain, the query service and the build");
  }
}

function chosenWords(candidates: number): string {
  return candidates === 0
    ? "from the given standard JSON input"
    : `of ${countWords(candidates, "contract")} compared`;
}

const CREATION_SOURCES = {
  option: "from --creation-tx-hash",
  deployment: "from the deployment record",
  record: "from the stored record",
  "query-service": "from the query service",
  chain: "found on the chain",
} as const;

function targetWords(event: Extract<ProgressEvent, { type: "target" }>): string {
  const id = event.contractId === null ? "" : ` (${event.contractId})`;
  return `${event.address}${id}, ${bytesWords(event.codeBytes)} of code`;
}

function storedWords(match: NonNullable<Extract<ProgressEvent, { type: "stored" }>["match"]>): string {
  return `creation ${matchWords(match.creationMatch)}, runtime ${matchWords(match.runtimeMatch)}`;
}
