import { TASKS } from "../domain/target.ts";
import type { CommandLine } from "../errors/next-step.ts";
import { commandLineOf } from "./command-line.ts";
import type { HabitArguments } from "./habits.ts";
import type { Host } from "./host.ts";

/** What stands beside the options of a command for one contract. */
export interface TargetArguments extends HabitArguments {
  readonly target: string;
}

/** What the user ran. Constructor arguments are not repeated; beside what is no address they may be anything. */
export function contractLine(
  subcommand: string | undefined,
  args: TargetArguments,
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
  return commandLineOf(subcommand, [target, ...stray], options, host);
}
