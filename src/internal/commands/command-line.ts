import type { CommandLine, CommandOption } from "../errors/next-step.ts";
import type { Host } from "./host.ts";

/** What a command takes when an option is left out, where that is not nothing. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  sources: "auto",
  verificationPort: 5555,
  queryPort: 5551,
  statusPort: 5552,
};

/**
 * The command line that the arguments of a command make.
 *
 * @param options Arguments of the command without its targets, by their names in camel case.
 */
export function commandLineOf(
  words: readonly string[],
  targets: readonly string[],
  options: object,
  { globals }: Pick<Host, "globals">,
): CommandLine {
  return {
    words,
    targets: targets.filter((target) => target !== ""),
    options: Object.entries(options).flatMap(([name, value]) => optionOf(name, value)),
    globals,
  };
}

function optionOf(name: string, value: unknown): readonly CommandOption[] {
  if (value === undefined || value === false || value === DEFAULTS[name]) return [];
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return [value === true ? [flag] : [flag, String(value)]];
}

/** Without the network, which a run knows by itself. */
export function withoutNetwork(globals: readonly CommandOption[]): readonly CommandOption[] {
  return globals.filter(([flag]) => flag !== "--network");
}
