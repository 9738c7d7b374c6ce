import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import type { ExitCode } from "../../../reports/outcome.ts";
import { checkWithHre } from "../../check-with-hre.ts";
import { runInputs } from "../../run-inputs.ts";
import { type CommonArguments, commonRequest } from "../common-arguments.ts";
import { type Screens, showRun } from "../show-run.ts";

/** The task's arguments, as Hardhat parses them. */
export interface CheckArguments extends CommonArguments {
  readonly recompile: boolean;
}

/** Checks, and shows it. */
export function check(
  args: CheckArguments,
  hre: HardhatRuntimeEnvironment,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { recompile } = args;
  const inputs = () => runInputs(hre, [args.buildInfo, args.stdJsonInput]);
  return showRun({ ...args, inputs }, screens, (onProgress) =>
    checkWithHre({ ...commonRequest(args), recompile, signal, onProgress }, hre),
  );
}
