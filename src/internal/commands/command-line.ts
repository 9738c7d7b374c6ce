import type { CommandLine, CommandOption } from "../errors/next-step.ts";
import type { Host } from "./host.ts";
import { flagOf, OPTIONS, type Option } from "./options.ts";

/** What a command takes when an option is left out, where that is not nothing. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map(
  OPTIONS.flatMap((option: Option) => (option.default === undefined ? [] : [[option.name, option.default]])),
);

/**
 * The command line that the arguments of a command make.
 *
 * @param subcommand Undefined for the command that verifies one contract.
 * @param options Arguments of the command without its targets, by their names in camel case.
 */
export function commandLineOf(
  subcommand: string | undefined,
  targets: readonly string[],
  options: object,
  { globals }: Pick<Host, "globals">,
): CommandLine {
  return {
    subcommand,
    targets: targets.filter((target) => target !== ""),
    options: Object.entries(options).flatMap(([name, value]) => optionOf(name, value)),
    globals,
  };
}

function optionOf(name: string, value: unknown): readonly CommandOption[] {
  if (value === undefined || value === false || value === DEFAULTS.get(name)) return [];
  const flag = flagOf(name);
  return [value === true ? [flag] : [flag, String(value)]];
}

/** Without the network, which a run knows by itself. */
export function withoutNetwork({
  globals,
  words,
}: Pick<Host, "globals" | "words">): readonly CommandOption[] {
  return globals.filter(([flag]) => flag !== words.network.flag);
}
