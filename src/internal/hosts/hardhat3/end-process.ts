import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { hasAbandonedCalls } from "../../services/http/abandoned-calls.ts";

const TASK = "verify-contract";

/** Milliseconds in which Hardhat ends by itself, when there is nothing that keeps it. */
const GRACE_MS = 1_000;
const DRAIN_MS = 50;

/**
 * Ends the process soon after the task, where a call that was left behind would keep it alive for minutes after the
 * report was printed. Only the command line that was started for this task: the process of a program that runs the
 * task, or calls `verifyContract`, is not ours to end.
 */
export function endProcessSoon(): void {
  if (hasAbandonedCalls() && isOwnCommandLine(process.argv)) setTimeout(endOnceDrained, GRACE_MS).unref();
}

/** Whether a process with these arguments is Hardhat's command line, started for this task. */
export function isOwnCommandLine([, script, ...args]: readonly string[]): boolean {
  if (script === undefined || !args.includes(TASK)) return false;
  try {
    const hardhat = createRequire(import.meta.url).resolve("hardhat/package.json");
    // `npx hardhat` starts a link in node_modules/.bin.
    return realpathSync(script) === realpathSync(path.join(path.dirname(hardhat), "dist", "src", "cli.js"));
  } catch {
    return false;
  }
}

/** What was written to a pipe may still be on its way; ending the process would cut the report off. */
function endOnceDrained(): void {
  if (!hasAbandonedCalls()) return;
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
  setTimeout(endOnceDrained, DRAIN_MS).unref();
}
