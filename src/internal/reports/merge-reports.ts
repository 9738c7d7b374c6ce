import { missingShards } from "./missing-shards.ts";
import type { ContractReport, Problem, Report } from "./model.ts";
import { exitCodeOfAll, summaryOf } from "./outcome.ts";
import type { NamedReport } from "./read-report.ts";
import { checkSameRun } from "./same-run.ts";

/**
 * One report of several: of the shards of a run over deployments, of a shard that ran again, of several runs. Of a
 * contract that is in more than one, the later report counts.
 *
 * @param tool Who merges.
 * @throws VC708 for reports of different networks, services or numbers of shards.
 */
export function mergeReports(files: readonly [NamedReport, ...NamedReport[]], tool: Report["tool"]): Report {
  checkSameRun(files);
  const reports = inOrder(files.map(({ report }) => report));
  const [known = files[0].report] = reports.filter(({ network }) => network !== null);
  const contracts = mergedContracts(reports);
  const error = errorOf(reports) ?? missingShards(files);
  return {
    schema: "verify-contract/1",
    tool: { ...tool },
    startedAt: earliest(reports.map(({ startedAt }) => startedAt)),
    finishedAt: latest(reports.map(({ finishedAt }) => finishedAt)),
    network: known.network,
    services: known.services,
    shard: null,
    contracts: [...contracts],
    passedOver: [...mergedPassedOver(reports)],
    summary: summaryOf(contracts),
    exitCode: exitCodeOfAll(contracts, error),
    ...(error === undefined ? {} : { error }),
  };
}

/** By shard, and those of one shard by time. */
function inOrder(reports: readonly Report[]): readonly Report[] {
  return [...reports].sort(
    (one, other) =>
      (one.shard?.index ?? 0) - (other.shard?.index ?? 0) ||
      timeOf(one.finishedAt) - timeOf(other.finishedAt),
  );
}

/** In the order in which they are first named. */
function mergedContracts(reports: readonly Report[]): readonly ContractReport[] {
  const merged = new Map<string, { readonly contract: ContractReport; readonly at: number }>();
  for (const { contracts, finishedAt } of reports) {
    const at = timeOf(finishedAt);
    for (const contract of contracts) {
      const { address, input } = contract.target;
      const key = (address ?? input).toLowerCase();
      const other = merged.get(key);
      if (other === undefined || at >= other.at) merged.set(key, { contract, at });
    }
  }
  return [...merged.values()].map(({ contract }) => contract);
}

function mergedPassedOver(reports: readonly Report[]): Report["passedOver"] {
  const all = reports.flatMap(({ passedOver }) => passedOver);
  return [...new Map(all.map((each) => [JSON.stringify([each.file, each.name]), each])).values()];
}

/** What ended one of the runs, unless the same shard ran again and came to an end. */
function errorOf(reports: readonly Report[]): Problem | undefined {
  const failed = reports.filter(({ error }) => error !== undefined);
  const standing = failed.find(
    ({ shard, finishedAt }) =>
      !reports.some(
        (other) =>
          shard !== null &&
          other.error === undefined &&
          other.shard?.index === shard.index &&
          timeOf(other.finishedAt) > timeOf(finishedAt),
      ),
  );
  return standing?.error;
}

function earliest(times: readonly string[]): string {
  return times.reduce((one, other) => (timeOf(other) < timeOf(one) ? other : one));
}

function latest(times: readonly string[]): string {
  return times.reduce((one, other) => (timeOf(other) > timeOf(one) ? other : one));
}

function timeOf(moment: string): number {
  return Date.parse(moment);
}
