import type { CommandLine } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { endProcessSoon } from "../hosts/hardhat3/end-process.ts";
import { renderProblem } from "../render/terminal/problem.ts";
import type { ExitCode } from "../report/outcome.ts";
import { styleOf } from "./screen.ts";

/** Wrong use or a broken environment; nothing was sent. */
const WRONG_USE = 2;

/**
 * Runs the work of a task: Ctrl-C and SIGTERM abort its signal, wrong use is printed as a problem, and the exit code
 * is set here and nowhere else. A second Ctrl-C ends the process at once.
 *
 * @param line What the user ran, where the work does not say it in its errors.
 */
export async function runTask(
  work: (signal: AbortSignal) => Promise<ExitCode>,
  line?: CommandLine,
): Promise<void> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  try {
    process.exitCode = await work(stop.signal);
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    process.stderr.write(
      `${renderProblem((line === undefined ? error : error.withCommandLine(line)).problem, styleOf(process.stderr), process.stderr.columns)}\n`,
    );
    process.exitCode = WRONG_USE;
  } finally {
    process.off("SIGINT", end);
    process.off("SIGTERM", end);
  }
  endProcessSoon();
}
