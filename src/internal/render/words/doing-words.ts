import type { ProgressEvent } from "../../report/progress.ts";
import { bytesWords, countWords } from "../../text/amounts.ts";

const READING = {
  "contract-id": "asking the query service for the contract id",
  stored: "asking the verification service what is stored",
  code: "reading the code from the chain",
} as const;

/**
 * The current activity of a contract, in a few words, from its last event. How long it takes is not in it.
 *
 * @param isAlone Whether it is the only contract, so that there is room for what it waits for.
 */
export function doingWords(event: ProgressEvent | undefined, isAlone = false): string {
  switch (event?.type) {
    case undefined:
      return isAlone ? "reading the build files and the chain" : "reading";
    case "reading":
      return isAlone ? READING[event.what] : "reading";
    case "target":
      return "reading what is stored";
    case "stored":
      return "comparing the code with the builds";
    case "build":
      return "preparing the submission";
    case "job-ended":
    case "reading-record":
      return "reading the record";
    case "no-journal":
    case "unknown-profile":
      return "reading";
    case "waiting-for-code":
      return "waiting for its code";
    case "waiting-for-query":
      return "waiting for the query service to know it";
    case "waiting-for-record":
      return "waiting for its record";
    case "submitting":
      return isAlone
        ? `submitting ${countWords(event.submission.files.length, "file")}, ${bytesWords(event.submission.bytes)}, to ${event.url}`
        : "submitting";
    case "submitted":
    case "resumed":
    case "polling":
      return isAlone ? `waiting for job ${event.verificationId}` : "waiting for its job";
    case "waiting-for-other-job":
      return "waiting for another job of this contract";
    case "retrying":
      return `asking the ${event.service} again, attempt ${event.attempt}`;
    case "checking":
      return "checking";
    case "waiting-for-forwarded":
      return isAlone
        ? "waiting for the services that the verification was forwarded to"
        : "waiting for services that it was forwarded to";
  }
}
