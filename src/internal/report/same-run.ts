import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { Outcome, Report } from "./model.ts";
import type { NamedReport } from "./read-report.ts";
import { shardWords } from "./shard-words.ts";

/**
 * Checks that reports can be of one run. One that never reached the chain may be of any, but for its shard.
 *
 * @throws VC708 for different networks, services or numbers of shards, and of a dry run beside others.
 */
export function requireSameRun(files: readonly NamedReport[]): void {
  const onChain = files.filter(({ report }) => report.network !== null);
  sameForAll(onChain, networkWords);
  sameForAll(onChain, servicesWords);
  // A report of wrong use has no shard yet.
  sameForAll(
    files.filter(({ report }) => report.network !== null || report.error === undefined),
    shardCountWords,
  );
  // If records changed between two shards, a contract could be in neither.
  sameForAll(
    files.filter(({ report }) => report.shard !== null && report.shard.plan !== null),
    planWords,
  );
  // A dry run exits with 0 without verifying: merged with others, it would look like a verified part.
  sameForAll(
    files.filter(({ report }) => report.contracts.some(({ outcome }) => TELLS_KIND.has(outcome))),
    kindWords,
  );
}

/** Outcomes of a dry run alone, and of the others alone. */
const TELLS_KIND: ReadonlySet<Outcome> = new Set(["dry-run", "verified", "already-verified", "check-failed"]);

function kindWords({ contracts }: Report) {
  const words = contracts.some(({ outcome }) => outcome === "dry-run") ? "a dry run" : "not a dry run";
  return { key: words, words };
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
    next: advice("name only reports of one run, those of all its shards"),
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

function planWords({ shard }: Report) {
  return {
    key: String(shard?.plan),
    words: `${shard === null ? "all" : shardWords(shard)} of the contracts with the plan ${shard?.plan}`,
  };
}

function shardCountWords({ shard }: Report) {
  return {
    key: String(shard?.count),
    words: shard === null ? "not a shard" : shardWords(shard),
  };
}
