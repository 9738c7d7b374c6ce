import type { HostWords } from "../errors/host-words.ts";
import { mergedContracts } from "./merged-contracts.ts";
import { mergedNetworks } from "./merged-networks.ts";
import { missingShards } from "./missing-shards.ts";
import type { Problem, Report } from "./model.ts";
import { exitCodeOfAll, summaryOf } from "./outcome.ts";
import type { NamedReport } from "./read-report.ts";
import { askedNetworks } from "./report-network.ts";
import { resolveMinimalProxies } from "./resolve-minimal-proxies.ts";
import { requireSameRun } from "./same-run.ts";

/**
 * One report of several: of the shards of a run over deployments, of a shard that ran again, of several runs.
 *
 * @param tool Who merges.
 * @param words For the command that makes a missing report.
 * @throws VC708 for reports of different networks, services or numbers of shards, and of a dry run beside others.
 */
export function mergeReports(
  files: readonly [NamedReport, ...NamedReport[]],
  tool: Report["tool"],
  words: HostWords,
): Report {
  requireSameRun(files);
  const reports = inOrder(files.map(({ report }) => report));
  const [known = files[0].report] = reports.filter((report) => askedNetworks(report).length > 0);
  const error = errorOf(reports) ?? missingShards(files, words);
  const merged = mergedContracts(reports);
  // The implementation of a minimal proxy may be in the missing report.
  const contracts = error === undefined ? resolveMinimalProxies(merged) : merged;
  return {
    schema: "verify-contract/1",
    tool: { ...tool },
    ...(known.command === undefined ? {} : { command: known.command }),
    startedAt: earliest(reports.map(({ startedAt }) => startedAt)),
    finishedAt: latest(reports.map(({ finishedAt }) => finishedAt)),
    ...mergedNetworks(reports, known),
    shard: null,
    contracts,
    passedOver: mergedPassedOver(reports),
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
