import type { ExitCode } from "../report/outcome.ts";
import { seesFacts } from "./audience.ts";
import type { CheckContractsRequest } from "./check-contracts-request.ts";
import { MANY_ONLY, ONE_ONLY, without } from "./check-scope.ts";
import { commandLineOf } from "./command-line.ts";
import { type HabitArguments, habitNotes } from "./habits.ts";
import type { Host } from "./host.ts";
import { namesContract } from "./names-contract.ts";
import type { ArgumentsOf } from "./options.ts";
import { pathsOfDeployments, pathsOfRun } from "./paths-read.ts";
import { refuseForSeveral } from "./refuse-for-several.ts";
import { requestOfOptions } from "./request-of-options.ts";
import { type OnFound, runChecks } from "./run-batch.ts";
import { runCheck } from "./run-contract.ts";
import { showBatch } from "./show-batch.ts";
import { type Context, type Screens, type Shown, showRun } from "./show-run.ts";
import type { CheckContractRequest } from "./verify-request.ts";

/** The arguments of the command, as a host parses them. */
export type CheckArguments = ArgumentsOf<"check"> & {
  /** Addresses, contract ids and deployments; empty for all that the project has. */
  readonly targets: readonly string[];
};

/** Checks, and shows it: one contract by itself, anything else as a run over several. */
export function check(
  args: CheckArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const [target, ...others] = args.targets;
  const isOne = target !== undefined && others.length === 0 && namesContract(target);
  const isBatch = MANY_ONLY.some((key) => args[key] !== undefined && args[key] !== false);
  return isOne && !isBatch
    ? checkOne(target, args, host, screens, signal)
    : checkSeveral(args, host, screens, signal);
}

function checkOne(
  address: string,
  args: CheckArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  return showRun(shownOf(args, host), screens, (onProgress) => {
    const options = without(requestOfOptions("check", args), MANY_ONLY);
    const request = { address, ...options, signal, onProgress };
    return runCheck(request as CheckContractRequest, host, seesFacts(args));
  });
}

function checkSeveral(
  args: CheckArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  return showBatch(shownOf(args, host), screens, (onProgress, refuse) => {
    refuseForSeveral(args, ONE_ONLY);
    const options = without(requestOfOptions("check", args), ONE_ONLY);
    const request = { targets: args.targets, ...options, signal, onProgress };
    const onFound: OnFound = (deployments) => refuse(pathsOfDeployments(deployments));
    return runChecks(request as CheckContractsRequest, host, onFound, seesFacts(args));
  });
}

function shownOf(args: CheckArguments, host: Host): Shown & Context {
  const {
    json,
    report,
    verbose,
    quiet,
    targets,
    force,
    constructorArgs,
    constructorArgsPath,
    librariesPath,
    ...own
  } = args;
  const habits: HabitArguments = { constructorArgs, constructorArgsPath, librariesPath };
  return {
    json,
    report,
    verbose,
    quiet,
    line: commandLineOf("check", targets, { ...own, json, report, verbose, quiet }, host),
    words: host.words,
    reads: () =>
      pathsOfRun(host, [
        ...targets.filter((each) => !namesContract(each)),
        args.buildInfo,
        args.stdJsonInput,
        args.evidence,
      ]),
    notes: () => [
      ...habitNotes(habits),
      ...host.notes(),
      ...(force ? ["--force is not needed: check submits nothing."] : []),
    ],
  };
}
