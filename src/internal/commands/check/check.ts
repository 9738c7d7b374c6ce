import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import type { ExitCode } from "../../report/outcome.ts";
import { checkWithHre } from "../check-with-hre.ts";
import { type CommonArguments, commonLine, commonRequest } from "../common-arguments.ts";
import { configNotes, habitNotes } from "../habits.ts";
import { runInputs } from "../run-inputs.ts";
import { type Screens, showRun } from "../show-run.ts";

/** The task's arguments, as Hardhat parses them. */
export interface CheckArguments extends CommonArguments {
  readonly recompile: boolean;
  /** A habit, too. */
  readonly force?: boolean;
}

/** Checks, and shows it. */
export function check(
  args: CheckArguments,
  hre: HardhatRuntimeEnvironment,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { recompile } = args;
  const { force: _, ...own } = args;
  const line = commonLine(["verify-contract", "check"], own, hre);
  const notes = () => [
    ...configNotes(hre.userConfig),
    ...habitNotes(args, hre.globalOptions.buildProfile),
    ...(args.force === true ? ["--force is not needed: check submits nothing."] : []),
  ];
  const inputs = () => runInputs(hre, [args.buildInfo, args.stdJsonInput]);
  return showRun({ ...args, inputs, line, notes }, screens, (onProgress) =>
    checkWithHre({ ...commonRequest(args), recompile, signal, onProgress }, hre),
  );
}
