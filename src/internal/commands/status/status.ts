import { VerifyContractError } from "../../errors/problem.ts";
import { jsonText } from "../../render/json/json.ts";
import { renderStatus } from "../../render/terminal/status.ts";
import { type ExitCode, isToLookAt } from "../../report/outcome.ts";
import type { ProgressEvent } from "../../report/progress.ts";
import { emptyStatusReport, failedStatusReport } from "../../services/status/make-status-report.ts";
import { commandLineOf } from "../command-line.ts";
import { guardRun } from "../guard-run.ts";
import type { Host } from "../host.ts";
import type { ArgumentsOf } from "../options.ts";
import { progressPrinter } from "../progress-printer.ts";
import { styleOf, widthOf } from "../screen.ts";
import type { Screens } from "../show-run.ts";
import { parseTimeout } from "../timeout-option.ts";
import { readStatus } from "./read-status.ts";

/** The arguments of the command, as a host parses them. */
export type StatusArguments = ArgumentsOf<"status">;

const DEFAULT_TIMEOUT_S = 30;

/** Asks the status service and shows what it says. With `--json` that goes to stdout, and the progress to stderr. */
export async function status(
  args: StatusArguments,
  host: Host,
  { stdout, stderr, onReport }: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const draft = emptyStatusReport(new Date());
  using progress = progressPrinter(args.json ? stderr : stdout);
  try {
    const timeoutS = args.timeout === undefined ? DEFAULT_TIMEOUT_S : parseTimeout(args.timeout);
    let gap = "";
    const onProgress = (event: ProgressEvent): void => {
      gap = "\n";
      progress.show(event);
    };
    const report = await guardRun(host, onProgress, (guarded) =>
      readStatus(guarded.host, draft, timeoutS * 1000, signal, guarded.onProgress),
    );
    progress[Symbol.dispose]();
    stdout.write(
      args.json ? jsonText(report) : `${gap}${renderStatus(report, styleOf(stdout), widthOf(stdout))}\n`,
    );
    onReport?.(report);
    return report.exitCode;
  } catch (error) {
    // A program that reads stdout gets a report in any case.
    if (!(error instanceof VerifyContractError)) throw error;
    const line = commandLineOf("status", [], args, host);
    const complete = error.for({ words: host.words, line });
    const exitCode = isToLookAt(complete.problem) ? 1 : 2;
    if (args.json) stdout.write(jsonText(failedStatusReport(draft, exitCode, complete.problem)));
    throw complete;
  }
}
