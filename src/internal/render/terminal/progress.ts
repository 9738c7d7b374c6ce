import type { ProgressEvent } from "../../report/progress.ts";
import { formatBytes, formatCount, formatDuration } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { formatUtcMinute } from "../../text/moment.ts";
import { inert } from "../inert.ts";
import { BECAUSE_WORDS } from "../words/facts.ts";
import { LABEL_WIDTH, pad, shorten } from "./layout.ts";
import type { Style } from "./style.ts";

/** Undefined for an event that the final screen shows. */
export function renderProgress(event: ProgressEvent, style: Style): string | undefined {
  const line = (label: string, text: string): string =>
    inert(`  ${style.dim(pad(label, LABEL_WIDTH))}${cleanText(text)}`);
  switch (event.type) {
    case "waiting-for-query":
      return line("Waiting", `${event.url} has not indexed ${event.target} yet`);
    case "waiting-for-code":
      return line("Waiting", `no code at ${event.address} on chain ${event.chainId} yet`);
    case "resumed":
      return line(
        "Resumed",
        `job ${event.verificationId}, submitted by an earlier run at ${event.sentAt.toISOString()}`,
      );
    case "job-stands-still": {
      const since = formatUtcMinute(event.since.toISOString());
      const by = event.isOfEarlierRun ? ", started by an earlier run" : "";
      return line("Pending", `since ${since}${by}; this service may have lost it`);
    }
    case "retrying":
      return line(
        "Retrying",
        `the ${event.service} in ${formatDuration(event.delayMs)}, attempt ${event.attempt}: ${event.reason}`,
      );
    case "no-journal":
      return line("Journal", `can't be written, so an interrupted run can't be resumed: ${event.reason}`);
    case "related":
      // No manifest or option lists these contracts, so the user must see them before anything is sent.
      return event.contracts
        .map(({ name, address, because }) => line("Also", `${name} at ${address}, ${BECAUSE_WORDS[because]}`))
        .join("\n");
    case "local-services":
      return line(
        "Local",
        `services were started for this run, and their records disappear when it ends; to keep them: ${event.serve}`,
      );
    case "waiting-for-record":
      return line("Waiting", "the record is weaker than the job's match");
    case "waiting-for-lost-record":
      return line(
        "Waiting",
        `up to ${formatDuration(event.mostMs)} for the record of job ${event.verificationId}: one of the service's replicas or caches may be outdated`,
      );
    case "record-lost":
      return line("Again", `the service lost the record of job ${event.verificationId}: submitted again`);
    case "not-as-deployed":
      return line("Warning", NOT_AS_DEPLOYED);
    case "waiting-for-other-job":
      return line("Waiting", "for another job on this contract");
    case "reading":
    case "target":
    case "build":
    case "stored":
    case "submitting":
    case "submitted":
    case "polling":
    case "job-ended":
    case "reading-record":
    case "checking":
    case "waiting-for-forwarded":
    case "showing":
      return undefined;
  }
}

const NOT_AS_DEPLOYED =
  "the code is the same, but a comment, a path or a setting differs: check out the deployed commit and compile";

/** Times use the clock of the caller that applies the events. */
export type Activity = ReturnType<typeof initialActivity>;

export function initialActivity(nowMs: number) {
  return { words: activityWords(undefined), sinceMs: nowMs };
}

/** An unchanged activity keeps its start time. */
export function nextActivity(before: Activity, event: ProgressEvent, nowMs: number): Activity {
  const words = activityWords(event);
  return before.words === words ? before : { words, sinceMs: nowMs };
}

/** Waits shorter than this aren't reported. */
const MIN_SHOWN_WAIT_MS = 1_000;

/** "waiting for job 5c1f… for 3.2 s" */
export function waitWords({ words, sinceMs }: Activity, nowMs: number): string {
  const waitedMs = nowMs - sinceMs;
  return waitedMs < MIN_SHOWN_WAIT_MS ? words : `${words} for ${formatDuration(waitedMs)}`;
}

/** Rewritten in place on a terminal, so it must fit the screen's width. */
export function waitLine(doing: Activity, nowMs: number, style: Style, columns: number): string {
  return inert(`${style.dim("·")} ${shorten(waitWords(doing, nowMs), Math.max(columns - 3, 1))}`);
}

/** Times at which a log reports an ongoing wait, in milliseconds since its start. */
const REPORTED_AT_MS = [1_000, 5_000, 15_000, 30_000];
const REPORT_INTERVAL_MS = 60_000;

/** The number of lines about an ongoing wait that a log should contain by now. */
export function countReports({ sinceMs }: Activity, nowMs: number): number {
  const waitedMs = nowMs - sinceMs;
  return (
    REPORTED_AT_MS.filter((atMs) => atMs <= waitedMs).length +
    Math.floor(Math.max(waitedMs, 0) / REPORT_INTERVAL_MS)
  );
}

const READING = {
  "contract-id": "asking the query service for the contract id",
  stored: "asking the verification service what is stored",
  code: "reading the code from the chain",
} as const;

function activityWords(event: ProgressEvent | undefined): string {
  switch (event?.type) {
    case undefined:
      return "reading the build files and the chain";
    case "reading":
      return READING[event.what];
    case "target":
      return "reading what is stored";
    case "stored":
      return "comparing the code with the builds";
    case "build":
    case "record-lost":
    case "not-as-deployed":
      return "preparing the submission";
    case "job-ended":
    case "reading-record":
      return "reading the record";
    case "no-journal":
    case "related":
    case "local-services":
      return "reading";
    case "waiting-for-code":
      return "waiting for its code";
    case "waiting-for-query":
      return "waiting for the query service to index it";
    case "waiting-for-lost-record":
      return `bypassing caches to read an earlier job's record, up to ${formatDuration(event.mostMs)},`;
    case "waiting-for-record":
      return "waiting for its record";
    case "submitting":
      return `submitting ${formatCount(event.submission.files.length, "file")}, ${formatBytes(event.submission.bytes)}, to ${event.url}`;
    case "submitted":
    case "resumed":
    case "polling":
    case "job-stands-still":
      return `waiting for job ${event.verificationId}`;
    case "waiting-for-other-job":
      return "waiting for another job on this contract to finish";
    case "retrying":
      return `retrying the ${event.service}, attempt ${event.attempt}`;
    case "checking":
      return "checking";
    case "showing":
      return `waiting for ${event.explorer}`;
    case "waiting-for-forwarded":
      return "waiting for the services that the verification was forwarded to";
  }
}
