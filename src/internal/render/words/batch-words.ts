import type { ContractReport, Outcome, Report } from "../../report/model.ts";
import { countWords } from "../../text/amounts.ts";
import { proxyTitle } from "./proxy-words.ts";
import { contractVerdict, isNotExact, type Verdict } from "./verdict.ts";

/** A contract in a list of many. */
export interface ContractRow {
  readonly contract: ContractReport;
  readonly verdict: Verdict;
  /** Its name in the deployment record, else its own name, else the given one. */
  readonly name: string;
  /** The build's name; empty if unknown. */
  readonly contractName: string;
  readonly address: string;
  /** How it ended, in at most two words. */
  readonly outcome: string;
  /** The stored match: "exact", "exact runtime" if the creation side is less, "not exact", or empty. */
  readonly match: string;
  /** "proxy of Vault"; empty without a proxy. */
  readonly proxy: string;
}

/** The contracts of a report as rows, in its order. */
export function contractRows({ contracts }: Report): readonly ContractRow[] {
  const names = new Map(contracts.map((contract) => [addressOf(contract).toLowerCase(), nameOf(contract)]));
  return contracts.map((contract) => {
    const verdict = contractVerdict(contract);
    return {
      contract,
      verdict,
      name: nameOf(contract),
      contractName: contract.contract?.name ?? "",
      address: addressOf(contract),
      ...(isNotExact(contract, verdict)
        ? { outcome: "match", match: "not exact" }
        : { outcome: verdict.label, match: matchWord(contract) }),
      proxy: proxyTitle(contract, names),
    };
  });
}

/** The rows with a problem: first exit code 1, then exit code 3. */
export function failedRows(rows: readonly ContractRow[]): readonly ContractRow[] {
  const ofKind = (kind: Verdict["kind"]) => rows.filter(({ verdict }) => verdict.kind === kind);
  return [...ofKind("wrong"), ...ofKind("unknown")];
}

/** "and 12 more", where a list is cut short. */
export function moreWords(count: number, thing: string): string {
  return `and ${countWords(count, `more ${thing}`)}`;
}

function nameOf({ deployments, contract, target }: ContractReport): string {
  return deployments[0]?.name ?? contract?.name ?? target.input;
}

function addressOf({ target }: ContractReport): string {
  return target.address ?? target.input;
}

/** The stored match counts only if it was compared with this contract, without a contradiction. */
const COMPARED: readonly Outcome[] = ["verified", "already-verified", "mismatch"];

function matchWord({ outcome, match }: ContractReport): string {
  if (!COMPARED.includes(outcome) || match === null || match.match === null) return "";
  const { creationMatch, runtimeMatch } = match;
  if (match.match === "match") return "not exact";
  if (creationMatch === runtimeMatch) return "exact";
  return runtimeMatch === "exact_match" ? "exact runtime" : "exact creation";
}
