import type { ExitCode } from "../report/outcome.ts";
import { contractLine, type TargetArguments } from "./contract-line.ts";
import { habitNotes } from "./habits.ts";
import type { Host } from "./host.ts";
import type { ArgumentsOf } from "./options.ts";
import { pathsOfRun } from "./paths-read.ts";
import { requestOfOptions } from "./request-of-options.ts";
import { runCheck } from "./run-contract.ts";
import { type Screens, showRun } from "./show-run.ts";
import type { CheckContractRequest } from "./verify-request.ts";

/** The arguments of the command, as a host parses them. */
export type CheckArguments = ArgumentsOf<"check"> & TargetArguments;

/** Checks, and shows it. */
export function check(
  args: CheckArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { force, ...own } = args;
  const line = contractLine("check", own, host);
  const notes = () => [
    ...habitNotes(args),
    ...host.notes(),
    ...(force ? ["--force is not needed: check submits nothing."] : []),
  ];
  const reads = () => pathsOfRun(host, [args.buildInfo, args.stdJsonInput]);
  const { json, report, verbose } = args;
  return showRun({ json, report, verbose, reads, line, words: host.words, notes }, screens, (onProgress) => {
    const request = { address: args.target, ...requestOfOptions("check", args), signal, onProgress };
    return runCheck(request as CheckContractRequest, host);
  });
}
