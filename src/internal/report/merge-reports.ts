import type { HostWords } from "../errors/host-words.ts";
import { type CommandLine, type CommandOption, writeCommand } from "../errors/next-step.ts";
import { problem } from "../errors/problem.ts";
import { countWords, listWords } from "../text/amounts.ts";
import type { ContractReport, Problem, Report } from "./model.ts";
import { requireOneRun, type ShardReport } from "./one-run.ts";
import { exitCodeOf, exitCodeOfAll, summaryOf, worstExitCode } from "./outcome.ts";
import type { NamedReport } from "./read-report.ts";
import { placeKey } from "./report-network.ts";
import { resolveMinimalProxies } from "./resolve-minimal-proxies.ts";
import { shardWords } from "./shard-words.ts";

/** Limit for one sentence: the count of shards comes from a file and can be huge. */
const MOST_NAMED = 8;

/**
 * Joins the reports of the shards of one run over deployments into the report of the whole run.
 *
 * @param tool The program that merges.
 * @param words For the command that makes a missing report.
 * @throws VC707 for a report without a plan, VC708 for reports of different runs and for a shard that is given twice.
 */
export function mergeReports(
  files: readonly [NamedReport, ...NamedReport[]],
  tool: Report["tool"],
  words: HostWords,
): Report {
  const shards = requireOneRun(files);
  const reports = shards.toSorted((a, b) => a.shard.index - b.shard.index).map(({ report }) => report);
  const { command, source, network, services } = shards[0].report;
  const networks = mergedNetworks(reports);
  const error = reports.find((report) => report.error !== undefined)?.error ?? missingShards(shards, words);
  const merged = mergedContracts(reports);
  // A missing report may have the implementation of a minimal proxy.
  const contracts = error === undefined ? resolveMinimalProxies(merged) : merged;
  return {
    schema: "verify-contract/1",
    tool: { ...tool },
    ...(command === undefined ? {} : { command }),
    ...(source === undefined ? {} : { source }),
    startedAt: byTime(reports.map(({ startedAt }) => startedAt)).at(0) ?? "",
    finishedAt: byTime(reports.map(({ finishedAt }) => finishedAt)).at(-1) ?? "",
    network,
    ...(networks.length === 0 ? {} : { networks }),
    services,
    shard: null,
    contracts,
    passedOver: distinct(
      reports.flatMap(({ passedOver }) => passedOver),
      ({ file, name }) => [file, name],
    ),
    summary: summaryOf(contracts),
    exitCode: exitCodeOfAll(contracts, error),
    ...(error === undefined ? {} : { error }),
  };
}

/** Several shards may follow their proxies to one implementation: the worse result counts. */
function mergedContracts(reports: readonly Report[]): readonly ContractReport[] {
  const merged = new Map<string, ContractReport>();
  for (const contract of reports.flatMap(({ contracts }) => contracts)) {
    const key = placeKey(contract, contract.target.address ?? contract.target.input);
    const before = merged.get(key);
    merged.set(key, before === undefined ? contract : worse(before, contract));
  }
  return [...merged.values()];
}

function worse(one: ContractReport, other: ContractReport): ContractReport {
  const code = exitCodeOf(one.outcome);
  const otherCode = exitCodeOf(other.outcome);
  return code !== otherCode && worstExitCode([code, otherCode]) === otherCode ? other : one;
}

/** A chain whose node failed one shard may have answered another. */
function mergedNetworks(reports: readonly Report[]): NonNullable<Report["networks"]> {
  const all = reports.flatMap(({ networks = [] }) => networks);
  const answered = all.filter(({ error }) => error === undefined);
  return distinct([...answered, ...all], ({ name, chainId }) => [name, chainId]).toSorted(
    (a, b) => Number(a.skipped !== undefined) - Number(b.skipped !== undefined),
  );
}

function byTime(moments: readonly string[]): readonly string[] {
  return moments.toSorted((a, b) => Date.parse(a) - Date.parse(b));
}

/** The first of each key. */
function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): readonly Item[] {
  const kept = new Map<string, Item>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    if (!kept.has(key)) kept.set(key, item);
  }
  return [...kept.values()];
}

/** VC709 if shards are missing among the reports. */
function missingShards(
  shards: readonly [ShardReport, ...ShardReport[]],
  words: HostWords,
): Problem | undefined {
  const { count } = shards[0].shard;
  const there = new Set(shards.map(({ shard }) => shard.index));
  const missing: string[] = [];
  for (let index = 1; index <= count && missing.length < MOST_NAMED; index++)
    if (!there.has(index)) missing.push(shardWords({ index, count }));
  const [example] = missing;
  if (example === undefined) return undefined;
  const rest = count - there.size - missing.length;
  return problem("VC709", {
    values: { missing: listWords(rest > 0 ? [...missing, `${rest} more`] : missing) },
    facts: [["Merged", `${countWords(shards.length, "report")} of ${countWords(count, "shard")}`]],
    next: writeCommand(words, missingShardCommand(shards[0], example, words)),
  });
}

function missingShardCommand(
  { report: { network, command }, shard: { options = [] } }: ShardReport,
  missing: string,
  { defaultNetwork, network: words }: HostWords,
): CommandLine {
  const [, part = ""] = missing.split(" ");
  const name = options.includes("--all-networks") ? undefined : network?.name;
  return {
    subcommand: command === "check" ? "check" : "deployments",
    targets: [],
    globals: name === undefined || name === defaultNetwork ? [] : [[words.flag, name]],
    options: [
      ...options.map((option): CommandOption => {
        const [flag = "", ...value] = option.split(" ");
        return value.length === 0 ? [flag] : [flag, value.join(" ")];
      }),
      ["--shard", part],
      ["--report", `json=shard-${part.replace("/", "-of-")}.json`],
    ],
  };
}
