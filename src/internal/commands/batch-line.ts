import type { CommandLine, CommandOption } from "../errors/next-step.ts";
import { networkOption } from "../pipeline/run.ts";
import { withoutNetwork } from "./command-line.ts";
import type { Host } from "./host.ts";
import type { ValidRun } from "./validate-request.ts";

/**
 * What does the same again.
 *
 * @param networkName Undefined for a run on all networks.
 */
export function batchLine(
  valid: ValidRun,
  networkName: string | undefined,
  { globals, words }: Pick<Host, "globals" | "words">,
): CommandLine {
  const { command, names } = valid;
  return {
    subcommand: command === "verify" ? undefined : command,
    targets: names,
    options: batchOptions(valid),
    globals: [
      ...(networkName === undefined ? [] : networkOption(networkName, words)),
      ...withoutNetwork({ globals, words }),
    ],
  };
}

/** The options of a run that change its results, and its shard. */
export function batchOptions({
  allNetworks,
  shard,
  bail,
  common,
}: Pick<ValidRun, "allNetworks" | "shard" | "bail" | "common">): readonly CommandOption[] {
  return [
    ...common.options,
    ...(allNetworks ? [["--all-networks"] as const] : []),
    ...(shard === undefined ? [] : [["--shard", `${shard.index}/${shard.count}`] as const]),
    ...(bail ? [["--bail"] as const] : []),
  ];
}
