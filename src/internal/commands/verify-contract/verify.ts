import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import type { ExitCode } from "../../report/outcome.ts";
import { type CommonArguments, commonLine, commonRequest } from "../common-arguments.ts";
import { configNotes, habitNotes } from "../habits.ts";
import { runInputs } from "../run-inputs.ts";
import { type Screens, showRun } from "../show-run.ts";
import type { VerifyContractRequest } from "../verify-request.ts";
import { verifyWithHre } from "../verify-with-hre.ts";

/** The task's arguments, as Hardhat parses them. */
export interface VerifyArguments extends CommonArguments {
  readonly sources: string;
  readonly force: boolean;
  readonly fresh: boolean;
  readonly dryRun: boolean;
}

/** Verifies, and shows it. */
export function verify(
  args: VerifyArguments,
  hre: HardhatRuntimeEnvironment,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const line = commonLine(["verify-contract"], args, hre);
  const notes = () => [...configNotes(hre.userConfig), ...habitNotes(args, hre.globalOptions.buildProfile)];
  const inputs = () => runInputs(hre, [args.buildInfo, args.stdJsonInput]);
  return showRun({ ...args, inputs, line, notes }, screens, (onProgress) =>
    verifyWithHre({ ...requestOf(args), signal, onProgress }, hre),
  );
}

function requestOf(args: VerifyArguments): VerifyContractRequest {
  return {
    ...commonRequest(args),
    // Checked where requests of programs are checked too.
    sources: args.sources as "auto",
    force: args.force,
    fresh: args.fresh,
    dryRun: args.dryRun,
  };
}
