import { TASKS } from "../domain/target.ts";
import type { CommandLine } from "../errors/next-step.ts";
import { commandLineOf } from "./command-line.ts";
import type { HabitArguments } from "./habits.ts";
import type { Host } from "./host.ts";
import { parseRequired } from "./require-option.ts";
import { parseTimeout } from "./timeout-option.ts";
import type { CheckContractRequest } from "./verify-request.ts";

/** The arguments that verifying and checking have in common, as a host parses them. */
export interface CommonArguments extends HabitArguments {
  readonly target: string;
  readonly contract: string | undefined;
  readonly creationTxHash: string | undefined;
  readonly buildInfo: string | undefined;
  readonly stdJsonInput: string | undefined;
  readonly compilerVersion: string | undefined;
  readonly minMatch: string | undefined;
  readonly requireCreation: boolean;
  readonly followProxy: boolean;
  readonly pickIdentical: boolean;
  readonly require: string | undefined;
  readonly at: string | undefined;
  readonly json: boolean;
  readonly report: string | undefined;
  readonly timeout: string | undefined;
}

/** The request that they make. */
export function commonRequest(args: CommonArguments): CheckContractRequest {
  return {
    address: args.target,
    contract: args.contract,
    creationTransactionHash: args.creationTxHash,
    buildInfo: args.buildInfo,
    stdJsonInput: args.stdJsonInput,
    compilerVersion: args.compilerVersion,
    // Checked where requests of programs are checked too.
    minMatch: args.minMatch as "match" | undefined,
    requireCreation: args.requireCreation,
    followProxy: args.followProxy,
    pickIdentical: args.pickIdentical,
    require: args.require === undefined ? undefined : parseRequired(args.require),
    at: args.at,
    timeout: args.timeout === undefined ? undefined : parseTimeout(args.timeout),
  };
}

/** What the user ran. Constructor arguments are not repeated; beside what is no address they may be anything. */
export function commonLine(
  words: readonly string[],
  args: CommonArguments,
  host: Pick<Host, "globals">,
): CommandLine {
  const {
    target,
    arguments: others = [],
    constructorArgs: _,
    constructorArgsPath: __,
    librariesPath: ___,
    ...options
  } = args;
  const isAddress = /^(0x|\d)/i.test(target);
  const stray = isAddress ? others.filter((each) => TASKS.includes(each)) : others;
  return commandLineOf(words, [target, ...stray], options, host);
}
