import type { ContractReport, Report } from "../../report/model.ts";
import { coversSeveralChains, placeKey } from "../../report/report-network.ts";
import { capitalize } from "../../text/amounts.ts";
import { type ContractRow, contractRows } from "../words/batch-words.ts";
import { shortHex } from "../words/fact-lines.ts";
import { chainWords } from "../words/facts.ts";
import { byChain, type Chain, isNotExact, worstFirst } from "../words/verdict.ts";
import type { MarkKind } from "./parts.ts";

/** Worst first. `bad` needs action, `unknown` another run. `partial` isn't exact, `other` has nothing to verify. */
export const STANDING_MARKS = {
  bad: "refuted",
  unknown: "open",
  partial: "partial",
  other: "other",
  good: "proven",
} as const satisfies Readonly<Record<string, MarkKind>>;

export type Standing = keyof typeof STANDING_MARKS;

/** A report with more contracts is long: the script loads further rows from a `noscript` element on demand. */
export const MAX_ROWS = 100;

const STANDINGS = Object.keys(STANDING_MARKS);

export type Entry = ReturnType<typeof toEntries>[number];

/** Worst first. Ids follow the report's order, so that links stay valid. */
export function toEntries(report: Report) {
  const entries = contractRows(report).map((row, index) => ({
    ...row,
    id: `contract-${index + 1}`,
    standing: getStanding(row),
  }));
  const sorted = coversSeveralChains(report)
    ? byChain(entries, standingWeight).flatMap(({ rows }) => rows)
    : worstFirst(entries, standingWeight);
  return sorted.map((entry, position) => ({ ...entry, position }));
}

function standingWeight({ standing }: { readonly standing: Standing }): number {
  return STANDINGS.indexOf(standing);
}

export function groupByChain(entries: readonly Entry[]): readonly Chain<Entry>[] {
  return byChain(entries, standingWeight);
}

export function chainName({ network }: Pick<Chain<Entry>, "network">): string {
  return network === null ? "unknown chain" : chainWords(network);
}

function getStanding({ contract, verdict }: ContractRow): Standing {
  if (verdict.kind === "weak") return isNotExact(contract, verdict) ? "partial" : "other";
  return verdict.kind === "wrong" ? "bad" : verdict.kind;
}

export function needsAttention({ standing }: Entry): boolean {
  return standing === "bad" || standing === "unknown";
}

export function entryHeading({ name, verdict: { label, heading = label } }: Entry): string {
  return `${capitalize(heading)}: ${shortHex(name)}`;
}

/** Keyed by `placeKey`. */
export type Views = ReadonlyMap<string, Entry>;

export function findImplementation(contract: ContractReport, views: Views): Entry | undefined {
  const { proxy, knownCode } = contract;
  const address = proxy?.implementation ?? knownCode?.implementation;
  return address == null ? undefined : views.get(placeKey(contract, address));
}
