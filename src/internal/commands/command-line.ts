import { type CommandLine, type CommandOption, networkOption } from "../errors/next-step.ts";
import type { Host } from "./host.ts";
import { type Command, flagOf, OPTIONS, type Option, optionsOf } from "./options.ts";

/** The command line that the arguments of a command make, without what was typed from habit. */
export function commandLineOf(
  command: Command,
  targets: readonly string[],
  args: object,
  { globals }: Pick<Host, "globals">,
): CommandLine {
  return {
    subcommand: command === "verify" ? undefined : command,
    targets: targets.filter((target) => target !== ""),
    options: writtenOptions(optionsOf(command), ({ name }) => Reflect.get(args, name)),
    globals,
  };
}

/** Options that a repeated command leaves out: they belong to one run. */
const OF_RUN: ReadonlySet<string> = new Set(["timeout", "wait", "evidence", "writeManifest"]);

/** The options of a command that does the same as a request again, for one contract or for all of them. */
export function repeatedOptions(request: object, scope: "one" | "several"): readonly CommandOption[] {
  const rows = OPTIONS.filter(
    ({ key = "timeout", scope: only }) => !OF_RUN.has(key) && (only !== "several" || scope === "several"),
  );
  const options = writtenOptions(rows, ({ key = "" }) => Reflect.get(request, key));
  // Those with values first.
  return [
    ...options.filter(([, value]) => value !== undefined),
    ...options.filter(([, value]) => value === undefined),
  ];
}

function writtenOptions(rows: readonly Option[], given: (row: Option) => unknown): readonly CommandOption[] {
  return rows.flatMap((row): readonly CommandOption[] => {
    const value = given(row);
    if (row.isHabit || value === undefined || value === false || value === row.default) return [];
    if (Array.isArray(value) && value.length === 0) return [];
    return [value === true ? [flagOf(row.name)] : [flagOf(row.name), String(value)]];
  });
}

/** What a run does again. */
interface Repeated {
  readonly command: Command;
  /** Contracts and deployments, as the user gave them. */
  readonly names: readonly string[];
  readonly options: readonly CommandOption[];
}

/**
 * The command that does the same run again.
 *
 * @param networkName Undefined for a run on all networks.
 */
export function runLine(
  { command, names, options }: Repeated,
  networkName: string | undefined,
  host: Pick<Host, "globals" | "words">,
): CommandLine {
  return {
    subcommand: command === "verify" ? undefined : command,
    targets: names,
    options,
    globals: [
      ...(networkName === undefined ? [] : networkOption(networkName, host.words)),
      ...withoutNetwork(host),
    ],
  };
}

/** Without the network, which a run knows by itself. */
export function withoutNetwork({
  globals,
  words,
}: Pick<Host, "globals" | "words">): readonly CommandOption[] {
  return globals.filter(([flag]) => flag !== words.network.flag);
}
