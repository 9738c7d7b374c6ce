import type { ExitCode } from "../report/outcome.ts";
import { seesFacts } from "./audience.ts";
import { contractLine, type TargetArguments } from "./contract-line.ts";
import { habitNotes } from "./habits.ts";
import type { Host } from "./host.ts";
import type { ArgumentsOf } from "./options.ts";
import { pathsOfRun } from "./paths-read.ts";
import { requestOfOptions } from "./request-of-options.ts";
import { runVerify } from "./run-contract.ts";
import { type Screens, showRun } from "./show-run.ts";
import type { VerifyContractRequest } from "./verify-request.ts";

/** The arguments of the command, as a host parses them. */
export type VerifyArguments = ArgumentsOf<"verify"> & TargetArguments;

/** Verifies, and shows it. */
export function verify(
  args: VerifyArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const line = contractLine(undefined, args, host);
  const notes = () => [...habitNotes(args), ...host.notes()];
  const reads = () => pathsOfRun(host, [args.buildInfo, args.stdJsonInput, args.evidence]);
  const { json, report, verbose, quiet } = args;
  const shown = { json, report, verbose, quiet };
  return showRun({ ...shown, reads, line, words: host.words, notes }, screens, (onProgress) => {
    const request = { address: args.target, ...requestOfOptions("verify", args), signal, onProgress };
    return runVerify(request as VerifyContractRequest, host, seesFacts(shown));
  });
}
