import { VerifyContractError } from "../errors/problem.ts";
import { renderProblem } from "../render/terminal/problem.ts";
import { type ExitCode, getRunExitCode } from "../report/outcome.ts";
import { hasAbandonedCalls } from "../services/http/limited-signal.ts";
import { type ErrorHost, prepareError } from "./guard-run.ts";
import type { Host } from "./host.ts";
import { getStyle } from "./screen.ts";
import type { Screens } from "./show-run.ts";

/** Ctrl-C and SIGTERM abort the command's signal. A second Ctrl-C ends the process at once. */
export async function runCommand(
  host: ErrorHost & Pick<Host, "ownsProcess">,
  command: (screens: Screens, signal: AbortSignal) => Promise<ExitCode>,
): Promise<void> {
  const { stdout, stderr } = process;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  // A run may have submitted something, so a failed write must not end it before its files are written.
  const failures: NodeJS.ErrnoException[] = [];
  const keep = (error: NodeJS.ErrnoException): void => void failures.push(error);
  for (const stream of [stdout, stderr]) stream.on("error", keep);
  try {
    process.exitCode = await command({ stdout, stderr }, stop.signal);
    refuseLostOutput(failures);
  } catch (error) {
    const shown = prepareError(error, host);
    if (!(shown instanceof VerifyContractError)) throw shown;
    stderr.write(`${renderProblem(shown.problem, getStyle(stderr), stderr.columns)}\n`);
    process.exitCode = getRunExitCode([], shown.problem);
  } finally {
    process.off("SIGINT", end);
    process.off("SIGTERM", end);
    // The last write's error may not have been emitted yet.
    setImmediate(() => {
      for (const stream of [stdout, stderr]) stream.off("error", keep);
    });
  }
  // An abandoned call could keep the process alive for minutes. A process that wasn't started for the command is left
  // alone.
  if (hasAbandonedCalls() && host.ownsProcess()) setTimeout(endOnceDrained, GRACE_MS).unref();
}

/** Node forgets a stream's error after emitting it. A reader such as `head` may close the pipe early. */
export function refuseLostOutput(emitted: readonly NodeJS.ErrnoException[]): void {
  const all: readonly (NodeJS.ErrnoException | null)[] = [...emitted, process.stdout.errored];
  const lost = all.find((error) => error !== null && error.code !== "EPIPE");
  if (lost == null) return;
  process.stderr.write(`The output can't be written: ${lost.message}\n`);
  process.exitCode = 2;
}

/** Milliseconds that the process is given to exit on its own. */
const GRACE_MS = 1_000;
const DRAIN_MS = 50;

/** Output to a pipe may still be pending, and exiting would truncate the report. */
function endOnceDrained(): void {
  if (!hasAbandonedCalls()) return;
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
  setTimeout(endOnceDrained, DRAIN_MS).unref();
}
