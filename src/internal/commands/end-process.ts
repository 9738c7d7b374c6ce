import { hasAbandonedCalls } from "../services/http/limited-signal.ts";

/** Milliseconds in which a host ends by itself, when there is nothing that keeps it. */
const GRACE_MS = 1_000;
const DRAIN_MS = 50;

/**
 * Ends the process soon after the command, where an abandoned call would keep it alive for minutes after the report
 * was printed. Only a process that was started for the command: that of a program that runs a task, or calls
 * `verifyContract`, is not ours to end.
 */
export function endProcessSoon(ownsProcess: () => boolean): void {
  if (hasAbandonedCalls() && ownsProcess()) setTimeout(endOnceDrained, GRACE_MS).unref();
}

/** What was written to a pipe may still be on its way; ending the process would cut the report off. */
function endOnceDrained(): void {
  if (!hasAbandonedCalls()) return;
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
  setTimeout(endOnceDrained, DRAIN_MS).unref();
}
