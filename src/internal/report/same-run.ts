import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { Outcome, Report } from "./model.ts";
import type { NamedReport } from "./read-report.ts";
import { askedNetworks } from "./report-network.ts";
import { shardWords } from "./shard-words.ts";

/**
 * Checks that reports can be of one run. One that never reached the chain may be of any, but for its shard.
 *
 * @throws VC708 for different networks, services or numbers of shards, and of a dry run beside others.
 */
export function requireSameRun(files: readonly NamedReport[]): void {
  const onChain = files.filter(({ report }) => askedNetworks(report).length > 0);
  sameForAll(onChain, networkWords);
  sameForAll(onChain, servicesWords);
  // A report of wrong use has no shard yet.
  sameForAll(
    files.filter(({ report }) => askedNetworks(report).length > 0 || report.error === undefined),
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

function kindWords({ contracts }: Report): Said {
  const words = contracts.some(({ outcome }) => outcome === "dry-run") ? "a dry run" : "not a dry run";
  return { key: { kind: words }, words };
}

/** What a report says, part by part, and in words. */
interface Said {
  readonly key: Readonly<Record<string, string>>;
  readonly words: string;
}

/** Throws VC708 with the first two that say something else. What only one of them says is no difference. */
function sameForAll(files: readonly NamedReport[], wordsOf: (report: Report) => Said): void {
  const [first] = files;
  if (first === undefined) return;
  const one = wordsOf(first.report);
  const other = files.find(({ report }) =>
    Object.entries(wordsOf(report).key).some(([part, said]) => (one.key[part] ?? said) !== said),
  );
  if (other === undefined) return;
  throw new VerifyContractError("VC708", {
    facts: [
      [first.name, one.words],
      [other.name, wordsOf(other.report).words],
    ],
    next: advice("name only reports of one run, those of all its shards"),
  });
}

function networkWords(report: Report): Said {
  const asked = askedNetworks(report);
  // One network that was chosen, or those of the records' chains, of which a node may have been silent.
  const kind = report.networks === undefined ? JSON.stringify(asked) : "by chain";
  return {
    key: { kind, ...Object.fromEntries(asked.map(({ name, chainId }) => [String(chainId), name])) },
    words: asked.map(({ name, chainId }) => `network ${name} (chain ${chainId})`).join(", "),
  };
}

function servicesWords(report: Report): Said {
  const { networks, services } = report;
  if (networks === undefined) return { key: { services: textOf(services) }, words: textOf(services) };
  // A chain whose node did not answer has none.
  const texts = networks.flatMap((each) =>
    each.services === undefined || each.error !== undefined
      ? []
      : [[`chain ${each.chainId}`, textOf(each.services)] as const],
  );
  return {
    key: Object.fromEntries(texts),
    words: texts.map(([chain, text]) => `${chain}: ${text}`).join("; "),
  };
}

function textOf({ verification, query, status }: Report["services"]): string {
  return `verification ${verification ?? "none"}, query ${query ?? "none"}, status ${status ?? "none"}`;
}

function planWords({ shard }: Report): Said {
  return {
    key: { plan: String(shard?.plan) },
    words: `${shard === null ? "all" : shardWords(shard)} of the contracts with the plan ${shard?.plan}`,
  };
}

function shardCountWords({ shard }: Report): Said {
  return {
    key: { count: String(shard?.count) },
    words: shard === null ? "not a shard" : shardWords(shard),
  };
}
