import { problem, VerifyContractError } from "../errors/problem.ts";
import type { ContractReport, Problem, Report } from "./model.ts";
import { exitCodeOfAll, summaryOf } from "./outcome.ts";
import type { NamedReport } from "./read-report.ts";
import { countWords, listWords } from "./view/amounts.ts";
import { shardWords } from "./view/verdict.ts";

/** A sentence names so many; the count of shards is whatever a report says. */
const MOST_NAMED = 8;

/**
 * One report of several: of the shards of a run over deployments, of a shard that ran again, of several runs. Of a
 * contract that is in more than one, the later report counts.
 *
 * @param tool Who merges.
 * @throws VC708 for reports of different networks, services or numbers of shards.
 */
export function mergeReports(files: readonly [NamedReport, ...NamedReport[]], tool: Report["tool"]): Report {
  const ran = files.filter(({ report }) => report.network !== null || report.error === undefined);
  sameForAll(
    ran.filter(({ report }) => report.network !== null),
    networkWords,
  );
  sameForAll(
    ran.filter(({ report }) => report.network !== null),
    servicesWords,
  );
  sameForAll(ran, shardCountWords);
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

/** VC709, where the shards of the reports are not all that there are. */
function missingShards(files: readonly NamedReport[]): Problem | undefined {
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
  const { facts, ...found } = problem("VC709", {
    values: { missing: listWords(rest > 0 ? [...missing, `${rest} more`] : missing) },
    facts: [["Merged", `${countWords(files.length, "report")} of ${countWords(there.size, "shard")}`]],
    next: `npx hardhat verify-contract deployments --shard ${example.split(" ")[1]} --report json=<file>`,
  });
  return { ...found, facts: [...facts] };
}

/** Throws VC708 with the first two that say something else. */
function sameForAll(
  files: readonly NamedReport[],
  wordsOf: (report: Report) => { readonly key: string; readonly words: string },
): void {
  const [first] = files;
  if (first === undefined) return;
  const one = wordsOf(first.report);
  const other = files.find(({ report }) => wordsOf(report).key !== one.key);
  if (other === undefined) return;
  throw new VerifyContractError("VC708", {
    facts: [
      [first.name, one.words],
      [other.name, wordsOf(other.report).words],
    ],
    next: "merge the reports of one run: npx hardhat verify-contract merge <reports of all shards>",
  });
}

function networkWords({ network }: Report) {
  return {
    key: JSON.stringify([network?.name, network?.chainId]),
    words: `network ${network?.name} (chain ${network?.chainId})`,
  };
}

function servicesWords({ services: { verification, query, status } }: Report) {
  return {
    key: JSON.stringify([verification, query, status]),
    words: `verification ${verification ?? "none"}, query ${query ?? "none"}, status ${status ?? "none"}`,
  };
}

function shardCountWords({ shard }: Report) {
  return {
    key: String(shard?.count),
    words: shard === null ? "not a shard" : shardWords(shard),
  };
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
