import type { ProgressEvent } from "../../report/progress.ts";
import { formatDuration } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { formatUtcMinute } from "../../text/moment.ts";
import { inert } from "../inert.ts";
import { BECAUSE_WORDS } from "../words/facts.ts";
import { LABEL_WIDTH, pad } from "./layout.ts";
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
