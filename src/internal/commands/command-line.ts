import type { CommandLine, CommandOption } from "../errors/next-step.ts";
import type { Host } from "./host.ts";
import { type Command, flagOf, OPTIONS, type Option, optionsOf } from "./options.ts";

/**
 * The command line that the arguments of a command make, without what was typed from habit.
 *
 * @param options Arguments of the command, by the names of its options.
 */
export function commandLineOf(
  command: Command,
  targets: readonly string[],
  options: object,
  { globals }: Pick<Host, "globals">,
): CommandLine {
  return {
    subcommand: command === "verify" ? undefined : command,
    targets: targets.filter((target) => target !== ""),
    options: optionsOf(command).flatMap((row) => optionOf(row, Reflect.get(options, row.name))),
    globals,
  };
}

/** Options that a repeated command leaves out: they belong to one run. */
const OF_RUN: readonly (string | undefined)[] = ["timeout", "evidence"];

/** A request as options of the command line, for a command that does the same again. Time limit and evidence are left out. */
export function commandOptions(request: object): readonly CommandOption[] {
  const options = OPTIONS.filter(({ key, scope }) => !OF_RUN.includes(key) && scope !== "several").flatMap(
    (row) => optionOf(row, row.key === undefined ? undefined : Reflect.get(request, row.key)),
  );
  // Those with values first.
  return [
    ...options.filter(([, value]) => value !== undefined),
    ...options.filter(([, value]) => value === undefined),
  ];
}

function optionOf({ name, isHabit, default: byDefault }: Option, value: unknown): readonly CommandOption[] {
  if (isHabit || value === undefined || value === false || value === byDefault) return [];
  if (Array.isArray(value) && value.length === 0) return [];
  return [value === true ? [flagOf(name)] : [flagOf(name), String(value)]];
}

/** Without the network, which a run knows by itself. */
export function withoutNetwork({
  globals,
  words,
}: Pick<Host, "globals" | "words">): readonly CommandOption[] {
  return globals.filter(([flag]) => flag !== words.network.flag);
}
