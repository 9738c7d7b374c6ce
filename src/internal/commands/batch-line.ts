import type { CommandLine } from "../errors/next-step.ts";
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
  { command, names, allNetworks, shard, bail, common }: ValidRun,
  networkName: string | undefined,
  { globals, words }: Pick<Host, "globals" | "words">,
): CommandLine {
  return {
    subcommand: command === "verify" ? undefined : command,
    targets: names,
    options: [
      ...common.options,
      ...(allNetworks ? [["--all-networks"] as const] : []),
      ...(shard === undefined ? [] : [["--shard", `${shard.index}/${shard.count}`] as const]),
      ...(bail ? [["--bail"] as const] : []),
    ],
    globals: [
      ...(networkName === undefined ? [] : networkOption(networkName, words)),
      ...withoutNetwork({ globals, words }),
    ],
  };
}
