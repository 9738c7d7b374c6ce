import { type Command, optionsOf } from "../../commands/options.ts";
import type { Runtime } from "./runtime.ts";

/** The arguments of a command, from those of its task. */
export function taskArguments(
  command: Command,
  args: Readonly<Record<string, unknown>>,
  { hardhatArguments }: Pick<Runtime, "hardhatArguments">,
): Readonly<Record<string, unknown>> {
  // `--verbose` is Hardhat's own option, and no task may have another.
  const hasVerbose = optionsOf(command).some(({ name }) => name === "verbose");
  return {
    ...args,
    ...(command === "verify" ? { target: args.target ?? "" } : {}),
    ...(hasVerbose ? { verbose: hardhatArguments.verbose ?? false } : {}),
  };
}
