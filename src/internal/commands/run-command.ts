import { VerifyContractError } from "../errors/problem.ts";
import { renderProblem } from "../render/terminal/problem.ts";
import type { ExitCode } from "../report/outcome.ts";
import { endProcessSoon } from "./end-process.ts";
import type { Host } from "./host.ts";
import { styleOf } from "./screen.ts";
import type { Screens } from "./show-run.ts";

/** Wrong use or a broken environment; nothing was sent. */
const WRONG_USE = 2;

/**
 * Runs a command of a host: Ctrl-C and SIGTERM abort its signal, wrong use is printed as a problem, and the exit code
 * is set here and nowhere else. A second Ctrl-C ends the process at once.
 */
export async function runCommand(
  { ownsProcess }: Pick<Host, "ownsProcess">,
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
    if (!(error instanceof VerifyContractError)) throw error;
    stderr.write(`${renderProblem(error.problem, styleOf(stderr), stderr.columns)}\n`);
    process.exitCode = WRONG_USE;
  } finally {
    process.off("SIGINT", end);
    process.off("SIGTERM", end);
  }
  endProcessSoon(ownsProcess);
}
