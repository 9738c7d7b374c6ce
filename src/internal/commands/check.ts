import type { ExitCode } from "../report/outcome.ts";
import { type CommonArguments, commonLine, commonRequest } from "./common-arguments.ts";
import { habitNotes } from "./habits.ts";
import type { Host } from "./host.ts";
import { runCheck } from "./run-contract.ts";
import { runInputs } from "./run-inputs.ts";
import { type Screens, showRun } from "./show-run.ts";

/** The arguments of the command, as a host parses them. */
export interface CheckArguments extends CommonArguments {
  readonly recompile: boolean;
  /** A habit, too. */
  readonly force?: boolean;
}

/** Checks, and shows it. */
export function check(
  args: CheckArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { recompile } = args;
  const { force: _, ...own } = args;
  const line = commonLine(["verify-contract", "check"], own, host);
  const notes = () => [
    ...habitNotes(args),
    ...host.notes(),
    ...(args.force === true ? ["--force is not needed: check submits nothing."] : []),
  ];
  const inputs = () => runInputs(host, [args.buildInfo, args.stdJsonInput]);
  return showRun({ ...args, inputs, line, notes }, screens, (onProgress) =>
    runCheck({ ...commonRequest(args), recompile, signal, onProgress }, host),
  );
}
