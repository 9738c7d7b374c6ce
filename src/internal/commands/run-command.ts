import { VerifyContractError } from "../errors/problem.ts";
import { renderProblem } from "../render/terminal/problem.ts";
import { type ExitCode, needsAttention } from "../report/outcome.ts";
import { hasAbandonedCalls } from "../services/http/limited-signal.ts";
import { type ErrorHost, prepareError } from "./guard-run.ts";
import type { Host } from "./host.ts";
import { getStyle } from "./screen.ts";
import type { Screens } from "./show-run.ts";

/** Invalid usage or a broken environment. Nothing was sent. */
const WRONG_USE = 2;
/** A bug in this program, in which case something may have been sent, or evidence that doesn't prove its result. */
const MISTAKE = 1;

/**
 * Runs a host's command. Ctrl-C and SIGTERM abort its signal, and a second Ctrl-C ends the process at once.
 * Prints invalid usage and bugs as problems. Only this function sets the exit code.
 */
export async function runCommand(
  host: ErrorHost & Pick<Host, "ownsProcess">,
  command: (screens: Screens, signal: AbortSignal) => Promise<ExitCode>,
): Promise<void> {
  const { stdout, stderr } = process;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  try {
    process.exitCode = await command({ stdout, stderr }, stop.signal);
  } catch (error) {
    const shown = prepareError(error, host);
    if (!(shown instanceof VerifyContractError)) throw shown;
    stderr.write(`${renderProblem(shown.problem, getStyle(stderr), stderr.columns)}\n`);
    process.exitCode = needsAttention(shown.problem) ? MISTAKE : WRONG_USE;
  } finally {
    process.off("SIGINT", end);
    process.off("SIGTERM", end);
  }
  endProcessSoon(host.ownsProcess);
}

/** Milliseconds that the process has to exit on its own. */
const GRACE_MS = 1_000;
const DRAIN_MS = 50;

/**
 * Ends the process soon after the command, because an abandoned call could keep it alive for minutes. If the user's
 * program runs the task or calls `verifyContract`, the process belongs to that program and is left alone.
 */
function endProcessSoon(ownsProcess: () => boolean): void {
  if (hasAbandonedCalls() && ownsProcess()) setTimeout(endOnceDrained, GRACE_MS).unref();
}

/** Output to a pipe may still be pending, and exiting would truncate the report. */
function endOnceDrained(): void {
  if (!hasAbandonedCalls()) return;
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
  setTimeout(endOnceDrained, DRAIN_MS).unref();
}
