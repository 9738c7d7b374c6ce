import type { HostWords } from "../errors/host-words.ts";
import { type CommandLine, writeCommand } from "../errors/next-step.ts";
import { problem } from "../errors/problem.ts";
import { countWords, listWords } from "../text/amounts.ts";
import type { Problem } from "./model.ts";
import type { NamedReport } from "./read-report.ts";
import { shardWords } from "./shard-words.ts";

/** Limit for one sentence: the count of shards comes from a file and can be huge. */
const MOST_NAMED = 8;

/** VC709 if shards are missing among the reports. */
export function missingShards(files: readonly NamedReport[], words: HostWords): Problem | undefined {
  const shards = files.flatMap(({ report }) => (report.shard === null ? [] : [report.shard]));
  const [first] = shards;
  if (first === undefined) return undefined;
  const { count } = first;
  const there = new Set(shards.map(({ index }) => index));
  const missing: string[] = [];
  for (let index = 1; index <= count && missing.length < MOST_NAMED; index++)
    if (!there.has(index)) missing.push(shardWords({ index, count }));
  const [example] = missing;
  if (example === undefined) return undefined;
  const rest = count - there.size - missing.length;
  return problem("VC709", {
    values: { missing: listWords(rest > 0 ? [...missing, `${rest} more`] : missing) },
    facts: [["Merged", `${countWords(files.length, "report")} of ${countWords(there.size, "shard")}`]],
    next: writeCommand(words, commandOf(files, example, words)),
  });
}

function commandOf(
  [first]: readonly NamedReport[],
  shard: string,
  { defaultNetwork, network: words }: HostWords,
): CommandLine {
  const [, part = ""] = shard.split(" ");
  const { network, networks, command = "deployments" } = first?.report ?? {};
  const name = networks === undefined ? network?.name : undefined;
  return {
    subcommand: command === "check" ? "check" : "deployments",
    targets: [],
    globals: name === undefined || name === defaultNetwork ? [] : [[words.flag, name]],
    options: [
      ...(networks === undefined ? [] : [["--all-networks"] as const]),
      ["--shard", part],
      ["--report", `json=shard-${part.replace("/", "-of-")}.json`],
    ],
  };
}
