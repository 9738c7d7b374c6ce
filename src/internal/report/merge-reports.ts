import { advice } from "../errors/next-step.ts";
import { problem, VerifyContractError } from "../errors/problem.ts";
import { formatCount, joinWords } from "../text/amounts.ts";
import { distinct } from "../text/is-object.ts";
import type { ContractReport, Problem, Report } from "./model.ts";
import { createReport, getExitCode, OUTCOMES, worstExitCode } from "./outcome.ts";
import { type NamedReport, unmergeable } from "./read-report.ts";
import { relateProxies, removeSuperseded } from "./relate-proxies.ts";
import { askedNetworks, placeKey, shardWords } from "./report-network.ts";
import { resolveMinimalProxies } from "./resolve-minimal-proxies.ts";

/** The shard count comes from a file and can be huge. */
const MAX_NAMED = 8;

/** @throws VC707 for a report without a plan; VC708 for reports from different runs, or a shard that appears twice. */
export function mergeReports(files: readonly [NamedReport, ...NamedReport[]]): Report {
  const [first, ...others] = files;
  const shards = [requirePlan(first), ...others.map(requirePlan)] as const;
  requireOneRun(shards);
  const reports = shards.toSorted((a, b) => a.shard.index - b.shard.index).map(({ report }) => report);
  const { command, source, network, services } = shards[0].report;
  const networks = mergedNetworks(reports);
  const error = reports.find((report) => report.error !== undefined)?.error ?? missingShards(shards);
  const merged = mergedContracts(reports);
  // The proxy or its implementation may be in a report that is missing.
  const { contracts, superseded } =
    error === undefined
      ? removeSuperseded(relateProxies(resolveMinimalProxies(merged)))
      : { contracts: merged, superseded: [] };
  return createReport({
    command,
    source,
    startedAt: new Date(Math.min(...reports.map(({ startedAt }) => Date.parse(startedAt)))),
    finishedAt: new Date(Math.max(...reports.map(({ finishedAt }) => Date.parse(finishedAt)))),
    network,
    networks: networks.length === 0 ? undefined : networks,
    services,
    contracts,
    passedOver: distinct(
      [...reports.flatMap(({ passedOver }) => passedOver), ...superseded],
      ({ file, name }) => JSON.stringify([file, name]),
    ),
    error,
  });
}

/** Proxies in several shards may have the same implementation. The worst result is kept. */
function mergedContracts(reports: readonly Report[]): readonly ContractReport[] {
  const all = reports.flatMap(({ contracts }) => contracts);
  const groups = Map.groupBy(all, (contract) => placeKey(contract));
  return [...groups.values()].map((same) => same.reduce(worse));
}

function worse(one: ContractReport, other: ContractReport): ContractReport {
  const code = getExitCode(one.outcome);
  const otherCode = getExitCode(other.outcome);
  if (code !== otherCode) return worstExitCode([code, otherCode]) === otherCode ? other : one;
  // Only a shard with a clone judges someone else's implementation, and the clone's verdict depends on it.
  return OUTCOMES[one.outcome].isNotJudged === true ? other : one;
}

/** A node that failed for one shard may have responded to another. */
function mergedNetworks(reports: readonly Report[]): NonNullable<Report["networks"]> {
  const all = reports.flatMap(({ networks = [] }) => networks);
  const answered = all.filter(({ error }) => error === undefined);
  return distinct([...answered, ...all], ({ name, chainId }) => JSON.stringify([name, chainId])).toSorted(
    (a, b) => Number(a.skipped !== undefined) - Number(b.skipped !== undefined),
  );
}

function missingShards(shards: readonly [ShardReport, ...ShardReport[]]): Problem | undefined {
  const { count } = shards[0].shard;
  const there = new Set(shards.map(({ shard }) => shard.index));
  const missing: string[] = [];
  for (let index = 1; index <= count && missing.length < MAX_NAMED; index++)
    if (!there.has(index)) missing.push(shardWords({ index, count }));
  if (missing.length === 0) return undefined;
  const rest = count - there.size - missing.length;
  return problem("VC709", {
    values: { missing: joinWords(rest > 0 ? [...missing, `${rest} more`] : missing) },
    facts: [["Merged", `${formatCount(shards.length, "report")} of ${formatCount(count, "shard")}`]],
    next: advice(
      shards[0].shard.run === undefined
        ? `run ${missing[0]} with the same options as the others, then merge again`
        : `rerun the job for ${missing[0]} in the same CI run, then merge again`,
    ),
  });
}

interface ShardReport extends NamedReport {
  readonly shard: NonNullable<Report["shard"]>;
}

/** Only a plan shows that every contract is in some shard, so an empty report can't count as a shard. */
function requirePlan(file: NamedReport): ShardReport {
  const { shard, error } = file.report;
  if (shard === null)
    throw unmergeable(file.name, [`it names no shard: ${error?.message ?? "the run had no --shard option"}`]);
  if (shard.plan === null)
    throw unmergeable(file.name, [
      `its run ended before it had read the deployments: run ${shardWords(shard)} again`,
    ]);
  return { ...file, shard };
}

/** @throws VC708 unless the reports cover different shards of one run. */
function requireOneRun(shards: readonly ShardReport[]): void {
  const known = new Map<string, { readonly file: string; readonly value: string }>();
  for (const shard of shards)
    for (const [name, value] of Object.entries(collectRunFacts(shard))) {
      const text = JSON.stringify(value);
      const before = known.get(name);
      if (before === undefined) known.set(name, { file: shard.name, value: text });
      else if (before.value !== text) throw notOneRun([before.file, shard.name], `they differ in ${name}`);
    }
  for (const [one, other] of Map.groupBy(shards, ({ shard }) => shard.index).values())
    if (one !== undefined && other !== undefined)
      throw notOneRun([one.name, other.name], `both are ${shardWords(one.shard)}`);
}

function notOneRun(files: readonly string[], reason: string): VerifyContractError {
  return new VerifyContractError("VC708", {
    facts: [
      ["Files", joinWords(files)],
      ["Reason", reason],
    ],
    next: advice("pass the reports of one run, one for each of its shards"),
  });
}

/** An unknown fact differs from a missing one. */
function collectRunFacts({ report, shard }: ShardReport): Readonly<Record<string, unknown>> {
  const { command, tool, source, network, networks = [], services } = report;
  const asked = askedNetworks(report).map(({ name, chainId }) => `${name} ${chainId}`);
  // If a chain's node didn't respond, its services are unknown.
  const answered = networks.filter(({ services, error }) => services !== undefined && error === undefined);
  return {
    "the number of shards": shard.count,
    "the CI run": shard.run ?? null,
    "the command": command ?? null,
    options: shard.options ?? [],
    "the version of this tool": tool.version,
    ...(source === undefined ? {} : { "the commit": source }),
    networks: asked.sort(),
    ...(network === null ? {} : { services }),
    ...Object.fromEntries(
      answered.map(({ chainId, services }) => [`the services of chain ${chainId}`, services]),
    ),
    "their contracts": shard.plan,
  };
}
