import { VerifyContractError } from "../errors/problem.ts";
import type { ExitCode } from "../report/outcome.ts";
import { seesFacts } from "./audience.ts";
import { commandLineOf } from "./command-line.ts";
import { habitNotes } from "./habits.ts";
import type { Host } from "./host.ts";
import { namesContract } from "./names-contract.ts";
import { type ArgumentsOf, flagOf, optionsOf } from "./options.ts";
import { pathsOfDeployments, pathsOfRun } from "./paths-read.ts";
import { requestOfOptions } from "./request.ts";
import { type OnFound, runChecks } from "./run-batch.ts";
import { runCheck } from "./run-contract.ts";
import { showBatch } from "./show-batch.ts";
import { type Context, type Screens, type Shown, showRun } from "./show-run.ts";

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
  return isOne && given("several", args) === undefined
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
    const request = { address, ...requestOfOptions("check", args), signal, onProgress };
    return runCheck(request, host, seesFacts(args));
  });
}

function checkSeveral(
  args: CheckArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  return showBatch(shownOf(args, host), screens, (onProgress, refuse) => {
    const option = given("one", args);
    if (option !== undefined) throw new VerifyContractError("VC118", { values: { option } });
    const request = { targets: args.targets, ...requestOfOptions("checks", args), signal, onProgress };
    const onFound: OnFound = (deployments) => refuse(pathsOfDeployments(deployments));
    return runChecks(request, host, onFound, seesFacts(args));
  });
}

/** The first option that was given of those that are for one contract, or for several. */
function given(scope: "one" | "several", args: CheckArguments): string | undefined {
  const row = optionsOf("check").find(
    ({ checks, name }) => checks === scope && ![undefined, false].includes(Reflect.get(args, name)),
  );
  return row === undefined ? undefined : flagOf(row.name);
}

function shownOf(args: CheckArguments, host: Host): Shown & Context {
  const { json, report, verbose, quiet, targets } = args;
  return {
    json,
    report,
    verbose,
    quiet,
    line: commandLineOf("check", targets, args, host),
    words: host.words,
    reads: () =>
      pathsOfRun(host, [
        ...targets.filter((each) => !namesContract(each)),
        args.buildInfo,
        args.stdJsonInput,
        args.evidence,
      ]),
    notes: () => [...habitNotes(args), ...host.notes()],
  };
}
