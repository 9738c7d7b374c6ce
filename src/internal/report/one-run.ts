import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { Report } from "./model.ts";
import { type NamedReport, unmergeable } from "./read-report.ts";
import { askedNetworks } from "./report-network.ts";
import { shardWords } from "./shard-words.ts";

/** The report of one shard of a run. */
export interface ShardReport extends NamedReport {
  readonly shard: NonNullable<Report["shard"]>;
}

/**
 * The shards, if all of them belong to one run.
 *
 * @throws VC707 for a report without a plan, VC708 for reports of different runs and for a shard that is given twice.
 */
export function requireOneRun(
  files: readonly [NamedReport, ...NamedReport[]],
): readonly [ShardReport, ...ShardReport[]] {
  const [first, ...others] = files;
  const shards: readonly [ShardReport, ...ShardReport[]] = [
    requirePlan(first),
    ...others.map((file) => requirePlan(file)),
  ];
  refuseDifferent(shards);
  refuseTwice(shards);
  return shards;
}

/** Only a plan shows that no contract is missing from all shards, so an empty report can't pass for a shard. */
function requirePlan(file: NamedReport): ShardReport {
  const { shard, error } = file.report;
  if (shard === null)
    throw unmergeable(file.name, ["it is not the report of a shard: the run had no --shard"]);
  if (shard.plan === null)
    throw unmergeable(file.name, [
      `its run ended before it had read the deployments${error === undefined ? "" : ` (${error.code})`}: run ${shardWords(shard)} again`,
    ]);
  return { ...file, shard };
}

function refuseDifferent(shards: readonly ShardReport[]): void {
  const known = new Map<string, { readonly file: ShardReport; readonly value: string }>();
  for (const file of shards) {
    for (const [name, value] of commonFacts(file)) {
      const before = known.get(name);
      if (before === undefined) known.set(name, { file, value });
      else if (before.value !== value)
        throw new VerifyContractError("VC708", {
          facts: [
            [before.file.name, `${name}: ${before.value}`],
            [file.name, `${name}: ${value}`],
          ],
          next: advice("name only the reports of one run, one for each of its shards"),
        });
    }
  }
}

function refuseTwice(shards: readonly ShardReport[]): void {
  for (const twice of Map.groupBy(shards, ({ shard }) => shard.index).values()) {
    const [earlier, later] = twice.toSorted((a, b) => timeOf(a) - timeOf(b));
    if (earlier === undefined || later === undefined) continue;
    throw new VerifyContractError("VC708", {
      facts: [earlier, later].map(({ name, shard, report }) => [
        name,
        `${shardWords(shard)}, finished ${report.finishedAt}`,
      ]),
      next: advice(`keep the later report of ${shardWords(later.shard)}, and leave ${earlier.name} out`),
    });
  }
}

function timeOf({ report }: NamedReport): number {
  return Date.parse(report.finishedAt);
}

/** Everything that is equal in all shards of one run. A fact that a report does not know is left out, and differs from nothing. */
function commonFacts({ report, shard }: ShardReport): ReadonlyMap<string, string> {
  const { command, tool, source, network, networks, services } = report;
  const { count, plan, options = [] } = shard;
  // A chain whose node did not answer has no services.
  const perChain = (networks ?? []).flatMap(({ chainId, services: own, error }) =>
    own === undefined || error !== undefined ? [] : [[`services of chain ${chainId}`, textOf(own)] as const],
  );
  return new Map([
    ["shards", String(count)],
    ["command", String(command)],
    ["options", options.join(" ") || "none"],
    ["version", tool.version],
    ...(source === undefined
      ? []
      : [["commit", `${source.commit}${source.dirty ? ", with changes" : ""}`] as const]),
    [
      "networks",
      askedNetworks(report)
        .map(({ name, chainId }) => `${name} (chain ${chainId})`)
        .sort()
        .join(", "),
    ],
    ...(network === null ? [] : [["services", textOf(services)] as const]),
    ...perChain,
    ["plan of all contracts", String(plan)],
  ]);
}

function textOf({ verification, query, status }: Report["services"]): string {
  return `verification ${verification ?? "none"}, query ${query ?? "none"}, status ${status ?? "none"}`;
}
