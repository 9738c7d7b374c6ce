import type { ProgressEvent } from "../../report/progress.ts";
import { durationWords } from "../../text/amounts.ts";

/** The current activity of a contract, in a few words, from its last event. */
export function doingWords(event: ProgressEvent | undefined): string {
  switch (event?.type) {
    case undefined:
    case "target":
    case "build":
    case "stored":
    case "job-ended":
    case "no-journal":
    case "unknown-profile":
    case "reading-record":
      return "reading";
    case "waiting-for-code":
      return "waiting for its code";
    case "waiting-for-query":
      return "waiting for the query service to know it";
    case "waiting-for-record":
      return "waiting for its record";
    case "submitting":
      return "submitting";
    case "submitted":
    case "resumed":
      return "waiting for its job";
    case "polling":
      return `waiting for its job, ${durationWords(event.elapsedMs)}`;
    case "waiting-for-other-job":
      return `waiting for another job, ${durationWords(event.elapsedMs)}`;
    case "retrying":
      return `asking the ${event.service} again, attempt ${event.attempt}`;
    case "checking":
      return "checking";
  }
}
