import { TASKS } from "../domain/target.ts";
import type { ExitCode } from "../report/outcome.ts";
import { seesFacts } from "./audience.ts";
import { commandLineOf } from "./command-line.ts";
import { habitNotes } from "./habits.ts";
import type { Host } from "./host.ts";
import type { ArgumentsOf } from "./options.ts";
import { pathsOfRun } from "./paths-read.ts";
import { requestOfOptions } from "./request.ts";
import { runVerify } from "./run-contract.ts";
import { type Screens, showRun } from "./show-run.ts";

/** The arguments of the command, as a host parses them. */
export type VerifyArguments = ArgumentsOf<"verify"> & {
  /** The contract. */
  readonly target: string;
  /** What stands after it. */
  readonly arguments?: readonly string[];
};

/** Verifies, and shows it. */
export function verify(
  args: VerifyArguments,
  host: Host,
  screens: Screens,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { target, arguments: others = [] } = args;
  // Constructor arguments are not repeated; beside what is no address they may be anything.
  const stray = /^(0x|\d)/i.test(target) ? others.filter((each) => TASKS.includes(each)) : others;
  const line = commandLineOf("verify", [target, ...stray], args, host);
  const notes = () => [...habitNotes(args), ...host.notes()];
  const reads = () => pathsOfRun(host, [args.buildInfo, args.stdJsonInput, args.evidence]);
  const { json, report, verbose, quiet } = args;
  const shown = { json, report, verbose, quiet };
  return showRun({ ...shown, reads, line, words: host.words, notes }, screens, (onProgress) => {
    const request = { address: target, ...requestOfOptions("verify", args), signal, onProgress };
    return runVerify(request, host, seesFacts(shown));
  });
}
