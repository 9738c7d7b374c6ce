import type { ExitCode } from "../report/outcome.ts";
import { type CommonArguments, commonLine, commonRequest } from "./common-arguments.ts";
import { habitNotes } from "./habits.ts";
import type { Host } from "./host.ts";
import { runVerify } from "./run-contract.ts";
import { runInputs } from "./run-inputs.ts";
import { type Screens, showRun } from "./show-run.ts";
import type { VerifyContractRequest } from "./verify-request.ts";

/** The arguments of the command, as a host parses them. */
export interface VerifyArguments extends CommonArguments {
  readonly sources: string;
  readonly force: boolean;
  readonly fresh: boolean;
  readonly dryRun: boolean;
}

/** Verifies, and shows it. */
export function verify(
  args: VerifyArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const line = commonLine(["verify-contract"], args, host);
  const notes = () => [...habitNotes(args), ...host.notes()];
  const inputs = () => runInputs(host, [args.buildInfo, args.stdJsonInput]);
  return showRun({ ...args, inputs, line, notes }, screens, (onProgress) =>
    runVerify({ ...requestOf(args), signal, onProgress }, host),
  );
}

function requestOf(args: VerifyArguments): VerifyContractRequest {
  return {
    ...commonRequest(args),
    // Validated where requests of programs are validated too.
    sources: args.sources as "auto",
    force: args.force,
    fresh: args.fresh,
    dryRun: args.dryRun,
  };
}
