import type { ContractReport, Outcome, Report } from "../../report/model.ts";
import { countWords } from "../../text/amounts.ts";
import { contractVerdict, isNotExact, type Verdict } from "./verdict.ts";

/** A contract in a list of many. */
export interface ContractRow {
  readonly contract: ContractReport;
  readonly verdict: Verdict;
  /** As the deployment record calls it, else its own name, else as it was given. */
  readonly name: string;
  /** Of the build; empty where it is not known. */
  readonly contractName: string;
  readonly address: string;
  /** In two words at the most: how it ended. */
  readonly outcome: string;
  /** Of what is stored: "exact", "exact runtime" where the creation side is less, "not exact", or empty. */
  readonly match: string;
  /** "proxy of Vault"; empty for what is no proxy. */
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
      proxy: proxyWords(contract, names),
    };
  });
}

/** The rows whose problem has to be read: those of exit code 1, then those of 3. */
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

/** What is stored says nothing where it was not compared with a contract on this chain, or is contradicted. */
const COMPARED: readonly Outcome[] = ["verified", "already-verified", "mismatch"];

function matchWord({ outcome, match }: ContractReport): string {
  if (!COMPARED.includes(outcome) || match === null || match.match === null) return "";
  const { creationMatch, runtimeMatch } = match;
  if (match.match === "match") return "not exact";
  if (creationMatch === runtimeMatch) return "exact";
  return runtimeMatch === "exact_match" ? "exact runtime" : "exact creation";
}

function proxyWords({ proxy }: ContractReport, names: ReadonlyMap<string, string>): string {
  if (proxy === null) return "";
  return `proxy of ${names.get(proxy.implementation.toLowerCase()) ?? proxy.implementation}`;
}
