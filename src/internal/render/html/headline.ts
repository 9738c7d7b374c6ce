import type { Report } from "../../report/model.ts";
import { shardWords } from "../../report/report-network.ts";
import { capitalize } from "../../text/amounts.ts";
import { goodWord } from "../words/batch-words.ts";
import { driftWords } from "../words/drift-words.ts";
import { shortHex } from "../words/value-words.ts";
import type { Entry, Standing } from "./entry.ts";

/** Is it good? One sentence, which is the title of the file too. */
export function runHeadline(report: Report, entries: readonly Entry[]): string {
  const [only, ...others] = entries;
  if (only === undefined) return report.error === undefined ? "No contracts." : "No contract was processed.";
  if (others.length === 0) return contractHeadline(only);
  const count = (standing: Standing) => entries.filter((entry) => entry.standing === standing).length;
  const all = `${entries.length.toLocaleString("en")} contracts`;
  const bad = count("bad");
  const unknown = count("unknown");
  const goodly = goodWord(entries);
  if (bad > 0) return `${bad.toLocaleString("en")} of ${all} ${badWords(bad, goodly)}.`;
  if (unknown > 0) return `${unknown.toLocaleString("en")} of ${all} can’t be judged yet.`;
  const good = count("good");
  // A missing shard may have failed.
  if (report.error !== undefined)
    return `${good.toLocaleString("en")} of ${all} are ${goodly}, but the run ended with ${report.error.code}.`;
  if (good === entries.length) return `All ${all} are ${goodly}.`;
  const none = goodly === "verified" ? "failed" : "drifted";
  return good === 0
    ? `None of ${all} ${none}.`
    : `${good.toLocaleString("en")} of ${all} are ${goodly}, none ${none}.`;
}

function badWords(count: number, goodly: ReturnType<typeof goodWord>): string {
  if (goodly === "as locked") return count === 1 ? "is not as locked" : "are not as locked";
  return count === 1 ? "does not hold" : "do not hold";
}

/** Further facts about the run as a whole. */
export function runSubline({ shard, exitCode }: Report, entries: readonly Entry[]): string {
  const isGood = exitCode === 0 && entries.some(({ standing }) => standing === "partial");
  return [
    ...driftCounts(entries),
    ...(shard === null ? [] : [`${capitalize(shardWords(shard))} of these deployments.`]),
    ...(isGood
      ? ["A match that is not exact does not cover the metadata: sources or settings may differ."]
      : []),
  ].join(" ");
}

/** "Another implementation (1), no stored record (2)": what changed, of a comparison with the lock file. */
function driftCounts(entries: readonly Entry[]): readonly string[] {
  const words = entries.flatMap(({ contract }) => (contract.lock?.drift ?? []).map(driftWords));
  const counts = [...Map.groupBy(words, (word) => word)].map(([word, of]) => `${word} (${of.length})`);
  return counts.length === 0 ? [] : [`${capitalize(counts.join(", "))}.`];
}

/** "verified by an exact match", "match, not exact": what the contracts of a standing have in common. */
export function standingWords(standing: Standing, entries: readonly Entry[]): string {
  const labels = [...new Set(entries.map(({ outcome }) => outcome))];
  switch (standing) {
    case "good":
      return goodWord(entries);
    case "partial":
      return "match, not exact";
    case "unknown":
      return entries.length === 1 ? (labels[0] ?? "can’t tell") : "can’t tell";
    case "bad":
      return badWords(entries.length, goodWord(entries));
    case "other":
      return labels.length === 1 ? (labels[0] ?? "") : "without sources or not sent";
  }
}

/** "Vault is verified." */
export function contractHeadline({ name: given, contract, standing, verdict }: Entry): string {
  const name = shortHex(given);
  if (verdict.heading !== undefined) return `${name} is ${verdict.heading}.`;
  switch (standing) {
    case "good":
      return `${name} is ${goodWord([{ contract }])}.`;
    case "partial":
      return `${name} matches, but not exactly.`;
    case "unknown":
      return `${name}: ${verdict.label}.`;
    case "other":
      return contract.outcome === "dry-run"
        ? `${name}: dry run, nothing was sent.`
        : `${name} is ${contract.outcome === "minimal-proxy" ? "a minimal proxy" : (contract.knownCode?.name ?? verdict.label)}.`;
    case "bad":
      return contract.outcome === "check-failed"
        ? `${name} does not hold.`
        : `${name} is not ${goodWord([{ contract }])}.`;
  }
}
