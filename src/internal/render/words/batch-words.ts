import type { ContractReport, Report } from "../../report/model.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import { type AskedNetwork, getNetwork, placeKey } from "../../report/report-network.ts";
import { formatCount, shortenList } from "../../text/amounts.ts";
import { chainWords, givenName, relationTitle } from "./facts.ts";
import { proxyTitle } from "./proxy-words.ts";
import { contractVerdict, countedLabels, isNotExact, type Verdict } from "./verdict.ts";
import { byChain, type Chain, getWeight } from "./worst-first.ts";

/** A row for one contract in a list. */
export interface ContractRow {
  readonly contract: ContractReport;
  readonly verdict: Verdict;
  /** The first available name: from the deployment record, the lock file, the contract itself, or the user's input. */
  readonly name: string;
  readonly address: string;
  readonly network: AskedNetwork | null;
  /** The result, in at most two words. */
  readonly outcome: string;
  /** The stored match: "exact", "exact runtime" if the creation side is weaker, "not exact", or empty. */
  readonly match: string;
  /**
   * "proxy of Vault", "a CREATE3 proxy", "the Hedera account 0.0.1234", or, for a contract without a deployment record,
   * "implementation of Vault". Empty for an ordinary contract.
   */
  readonly proxy: string;
}

/** A report's contracts as rows, in report order. */
export function contractRows(report: Report): readonly ContractRow[] {
  const { contracts } = report;
  const byPlace = new Map(contracts.map((contract) => [placeKey(contract, getAddress(contract)), contract]));
  const names = new Map([...byPlace].map(([place, contract]) => [place, getName(contract)]));
  return contracts.map((contract) => {
    const verdict = contractVerdict(contract);
    return {
      contract,
      verdict,
      name: getName(contract),
      address: getAddress(contract),
      network: getNetwork(report, contract),
      ...(isNotExact(contract, verdict)
        ? { outcome: "match", match: "not exact" }
        : { outcome: verdict.label, match: matchWord(contract) }),
      proxy: [
        knownTitle(contract),
        relationTitle(contract, names),
        `${proxyTitle(contract, names)}${foreignWords(contract, byPlace)}`,
      ]
        .filter((text) => text !== "")
        .join(", "),
    };
  });
}

/** The rows with a problem. Wrong results (exit code 1) come before unknown results (exit code 3). */
export function failedRows(rows: readonly ContractRow[]): readonly ContractRow[] {
  const select = (kind: Verdict["kind"]) => rows.filter(({ verdict }) => verdict.kind === kind);
  return [...select("wrong"), ...select("unknown")];
}

/** "and 12 more contracts", for a truncated list. */
export function moreWords(count: number, thing: string): string {
  return `and ${formatCount(count, `more ${thing}`)}`;
}

/** The maximum number of names. More would make a line hard to read. */
const MAX_NAMED = 20;

/** "Vault, Token, and 12 more contracts": the first names. */
export function firstNames(all: readonly { readonly name: string }[]): string {
  const names = all.map(({ name }) => name);
  return shortenList(names, MAX_NAMED, (rest) => moreWords(rest, "contract")).join(", ");
}

/**
 * The word for a run's good contracts: "verified", or "as locked" if they were compared with the lock file, because a
 * comparison proves nothing new.
 */
export function goodWord(rows: readonly Pick<ContractRow, "contract">[]): "verified" | "as locked" {
  return rows.some(({ contract }) => contract.lock !== undefined) ? "as locked" : "verified";
}

/** "mainnet: its chain is queried through base", "chain 8453: no configured network is on this chain" */
export function skippedNetworkWords({
  name,
  chainId,
  skipped = "",
}: Pick<NonNullable<Report["networks"]>[number], "name" | "chainId" | "skipped">): string {
  const called = name ?? (chainId === null ? "" : `chain ${chainId}`);
  const where = name === null || chainId === null ? called : chainWords({ name, chainId });
  return `${where}: ${skipped}`;
}

/** The rows by chain, worst first. */
export function rowsByChain(rows: readonly ContractRow[]): readonly Chain<ContractRow>[] {
  return byChain(rows, ({ verdict }) => getWeight(verdict));
}

/** "base (chain 8453): 48 contracts, 2 mismatch, 46 already verified" */
export function chainTitle({ network, rows }: Chain<ContractRow>): string {
  const counted = countedLabels(rows.map(({ contract }) => contract));
  const where = network === null ? "an unknown chain" : chainWords(network);
  return `${where}: ${formatCount(rows.length, "contract")}, ${counted}`;
}

/** The title of a contract without sources. Empty if the contract only forwards calls to other code. */
function knownTitle({ knownCode }: ContractReport): string {
  if (knownCode === undefined) return "";
  return knownCode.entity === undefined && knownCode.implementation !== null ? "" : knownCode.name;
}

/** Describes a clone of third-party code, including who vouches for that code. Empty for other contracts. */
function foreignWords(contract: ContractReport, byPlace: ReadonlyMap<string, ContractReport>): string {
  const implementation = contract.outcome === "minimal-proxy" ? contract.proxy?.implementation : undefined;
  const runs = implementation == null ? undefined : byPlace.get(placeKey(contract, implementation));
  if (runs === undefined || OUTCOMES[runs.outcome].isNotJudged !== true) return "";
  if (runs.relation?.unsent !== undefined) return ", not on record";
  if (runs.match !== null) return ", third-party code that only the verification service vouches for";
  return `, third-party code ${runs.storedUnknown === undefined ? "not on record" : "whose record is unknown"}`;
}

function getName(contract: ContractReport): string {
  const { contract: build, relation, target } = contract;
  return givenName(contract) ?? build?.name ?? relation?.storedAs?.split(":").at(-1) ?? target.input;
}

function getAddress({ target }: ContractReport): string {
  return target.address ?? target.input;
}

function matchWord({ outcome, match, storedUnknown }: ContractReport): string {
  const { isNotJudged, showsMatch } = OUTCOMES[outcome];
  if (isNotJudged && match === null) return storedUnknown === undefined ? "none" : "";
  if (!showsMatch || match === null || match.match === null) return "";
  const { creationMatch, runtimeMatch } = match;
  if (match.match === "match") return "not exact";
  if (creationMatch === runtimeMatch) return "exact";
  return runtimeMatch === "exact_match" ? "exact runtime" : "exact creation";
}
