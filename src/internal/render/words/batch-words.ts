import type { ContractReport, Report } from "../../report/model.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import type { BatchNetwork } from "../../report/progress.ts";
import {
  coversSeveralChains,
  getAddress,
  getNetwork,
  indexByPlace,
  placeKey,
} from "../../report/report-network.ts";
import { formatCount, shortenList } from "../../text/amounts.ts";
import { chainWords, givenName, relationTitle } from "./facts.ts";
import { getStoredMatch } from "./match-words.ts";
import { proxyTitle } from "./proxy-words.ts";
import { type Chain, contractVerdict, countedLabels, isNotExact, type Verdict } from "./verdict.ts";

export type ContractRow = ReturnType<typeof contractRows>[number];

export function contractRows(report: Report) {
  const { contracts } = report;
  const byPlace = indexByPlace(contracts);
  const names = new Map([...byPlace].map(([place, contract]) => [place, getName(contract)]));
  const hasChains = coversSeveralChains(report);
  return contracts.map((contract) => {
    const verdict = contractVerdict(contract);
    const network = getNetwork(report, contract);
    const isWeaker = isNotExact(contract, verdict);
    return {
      contract,
      verdict,
      /** From the deployment record, or else the lock file, the contract itself, or the user's input. */
      name: getName(contract),
      address: getAddress(contract),
      network,
      /** "testnet (chain 296)" in a report on several chains, else empty. */
      chain: hasChains && network !== null ? chainWords(network) : "",
      /** At most two words. */
      outcome: isWeaker ? "match" : verdict.label,
      /** "exact", "exact runtime" if the creation side is weaker, "not exact", or empty. */
      match: isWeaker ? "not exact" : matchWord(contract),
      /** "proxy of Vault", "a CREATE3 proxy", "implementation of Vault" if no deployment record names it. Often empty. */
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

/** Wrong results come before unknown ones. */
export function failedRows(rows: readonly ContractRow[]): readonly ContractRow[] {
  const select = (kind: Verdict["kind"]) => rows.filter(({ verdict }) => verdict.kind === kind);
  return [...select("wrong"), ...select("unknown")];
}

/** "and 12 more contracts" */
export function moreWords(count: number, thing: string): string {
  return `and ${formatCount(count, `more ${thing}`)}`;
}

/** More names would make a line hard to read. */
const MAX_NAMED = 20;

export function firstNames(all: readonly { readonly name: string }[]): string {
  const names = all.map(({ name }) => name);
  return shortenList(names, MAX_NAMED, (rest) => moreWords(rest, "contract")).join(", ");
}

/** "as locked" if the contracts were compared with the lock file, because a comparison proves nothing new. */
export function goodWord(rows: readonly ContractRow[]): "verified" | "as locked" {
  return rows.some(({ contract }) => contract.lock !== undefined) ? "as locked" : "verified";
}

export function skippedNetworkWords({ name, chainId, skipped = "" }: BatchNetwork): string {
  const called = name ?? (chainId === null ? "" : `chain ${chainId}`);
  const where = name === null || chainId === null ? called : chainWords({ name, chainId });
  return `${where}: ${skipped}`;
}

/** "base (chain 8453): 48 contracts, 2 mismatch, 46 already verified" */
export function chainTitle({ network, rows }: Chain<ContractRow>): string {
  const counted = countedLabels(rows.map(({ contract }) => contract));
  const where = network === null ? "an unknown chain" : chainWords(network);
  return `${where}: ${formatCount(rows.length, "contract")}, ${counted}`;
}

/** Empty if the contract only forwards calls to other code. */
function knownTitle({ knownCode }: ContractReport): string {
  if (knownCode === undefined) return "";
  return knownCode.entity === undefined && knownCode.implementation !== null ? "" : knownCode.name;
}

/** Describes the third-party code that a clone runs, and the verification record of that code. */
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

function matchWord(contract: ContractReport): string {
  const { isNotJudged, showsMatch } = OUTCOMES[contract.outcome];
  if (isNotJudged && contract.match === null) return contract.storedUnknown === undefined ? "none" : "";
  const stored = getStoredMatch(contract);
  if (!showsMatch || stored === null) return "";
  const { match, creationMatch, runtimeMatch } = stored;
  if (match === "match") return "not exact";
  if (creationMatch === runtimeMatch) return "exact";
  return runtimeMatch === "exact_match" ? "exact runtime" : "exact creation";
}
