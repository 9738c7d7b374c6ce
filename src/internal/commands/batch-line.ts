import type { CommandLine } from "../errors/next-step.ts";
import { networkOption } from "../pipeline/run.ts";
import { withoutNetwork } from "./command-line.ts";
import type { Host } from "./host.ts";
import type { ValidBatch } from "./validate-batch-request.ts";

/** What does the same again. */
export function batchLine(
  { subcommand, names, shard, bail, common }: ValidBatch,
  networkName: string,
  { globals, words }: Pick<Host, "globals" | "words">,
): CommandLine {
  return {
    subcommand,
    targets: names,
    options: [
      ...common.options,
      ...(shard === undefined ? [] : [["--shard", `${shard.index}/${shard.count}`] as const]),
      ...(bail ? [["--bail"] as const] : []),
    ],
    globals: [...networkOption(networkName, words), ...withoutNetwork({ globals, words })],
  };
}
