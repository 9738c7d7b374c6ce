import { VerifyContractError } from "../errors/problem.ts";
import { renderProblem } from "../render/terminal/problem.ts";
import { type ExitCode, isToLookAt } from "../report/outcome.ts";
import { endProcessSoon } from "./end-process.ts";
import { type ErrorHost, shownError } from "./guard-run.ts";
import type { Host } from "./host.ts";
import { styleOf } from "./screen.ts";
import type { Screens } from "./show-run.ts";

/** Wrong use or a broken environment; nothing was sent. */
const WRONG_USE = 2;
/** This program failed, and something may have been sent; or evidence does not show what it states. */
const MISTAKE = 1;

/**
 * Runs a command of a host: Ctrl-C and SIGTERM abort its signal, wrong use and mistakes of this program are printed as
 * problems, and the exit code is set here and nowhere else. A second Ctrl-C ends the process at once.
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
    const shown = shownError(error, host);
    if (!(shown instanceof VerifyContractError)) throw shown;
    stderr.write(`${renderProblem(shown.problem, styleOf(stderr), stderr.columns)}\n`);
    process.exitCode = isToLookAt(shown.problem) ? MISTAKE : WRONG_USE;
  } finally {
    process.off("SIGINT", end);
    process.off("SIGTERM", end);
  }
  endProcessSoon(host.ownsProcess);
}
