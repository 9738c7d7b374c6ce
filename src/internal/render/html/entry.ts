import type { ContractReport, Report } from "../../report/model.ts";
import { coversSeveralChains, placeKey } from "../../report/report-network.ts";
import { capitalize } from "../../text/amounts.ts";
import { type ContractRow, contractRows } from "../words/batch-words.ts";
import { chainWords } from "../words/facts.ts";
import { shortHex } from "../words/value-words.ts";
import { isNotExact } from "../words/verdict.ts";
import { byChain, type Chain, worstFirst } from "../words/worst-first.ts";
import type { MarkKind } from "./symbols.ts";

/**
 * A contract's result. `bad` needs action, `unknown` needs another run, `partial` isn't an exact match, and
 * `other` has nothing to verify.
 */
export type Standing = "bad" | "unknown" | "partial" | "other" | "good";

/** The standings, worst first. */
const STANDINGS: readonly Standing[] = ["bad", "unknown", "partial", "other", "good"];

export const STANDING_MARKS = {
  bad: "refuted",
  unknown: "open",
  partial: "partial",
  other: "other",
  good: "proven",
} as const satisfies Record<Standing, MarkKind>;

/** A contract in the report, with the id of its view. */
export interface Entry extends ContractRow {
  readonly id: string;
  readonly standing: Standing;
}

/**
 * The contracts, worst first and otherwise in the report's order. Ids follow the report's order, so that
 * links stay valid.
 */
export function toEntries(report: Report): readonly Entry[] {
  const entries = contractRows(report).map((row, index) => ({
    ...row,
    id: `contract-${index + 1}`,
    standing: getStanding(row),
  }));
  return coversSeveralChains(report)
    ? groupByChain(entries).flatMap(({ rows }) => rows)
    : worstFirst(entries, standingWeight);
}

function standingWeight({ standing }: Entry): number {
  return STANDINGS.indexOf(standing);
}

export function groupByChain(entries: readonly Entry[]): readonly Chain<Entry>[] {
  return byChain(entries, standingWeight);
}

/** "base (chain 8453)" */
export function chainName({ network }: Pick<Chain<Entry>, "network">): string {
  return network === null ? "unknown chain" : chainWords(network);
}

function getStanding({ contract, verdict }: ContractRow): Standing {
  switch (verdict.kind) {
    case "wrong":
      return "bad";
    case "unknown":
      return "unknown";
    case "weak":
      return isNotExact(contract, verdict) ? "partial" : "other";
    case "good":
      return "good";
  }
}

/** "Verified: Vault" */
export function entryHeading({ name, verdict: { label, heading = label } }: Entry): string {
  return `${capitalize(heading)}: ${shortHex(name)}`;
}

/** The report's views by chain and address. */
export type Views = ReadonlyMap<string, Entry>;

/** The implementation behind a proxy, if the report includes it. */
export function findImplementation(contract: ContractReport, views: Views): Entry | undefined {
  const { proxy, knownCode } = contract;
  const address = proxy?.implementation ?? knownCode?.implementation;
  return address === undefined || address === null ? undefined : views.get(placeKey(contract, address));
}
