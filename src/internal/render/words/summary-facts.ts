import { GIVEN_INPUT } from "../../domain/output-selection.ts";
import { catalogueEntry } from "../../errors/catalogue.ts";
import type { ContractReport, Report, StoredMatch } from "../../report/model.ts";
import { getClaimState } from "../../report/verdict.ts";
import { capitalize, formatBytes, formatCount } from "../../text/amounts.ts";
import { causeWords, differenceWords } from "./difference-words.ts";
import { lockLines } from "./drift-words.ts";
import { forwardedSummary, linksForPeople, shownLines } from "./elsewhere-words.ts";
import { argumentLines, type FactLines, fact, immutableLines, shortened } from "./fact-lines.ts";
import {
  buildFact,
  contractTitle,
  dryRunFacts,
  explainMissingCreation,
  networkWords,
  outdatedWords,
  relationLines,
  unknownWords,
  upgraded,
} from "./facts.ts";
import {
  getStoredMatch,
  matchWords,
  notExactReason,
  otherFormWords,
  storedMatchWords,
} from "./match-words.ts";
import { proxyLines, proxySummary } from "./proxy-words.ts";
import { contractVerdict, type Verdict } from "./verdict.ts";

const ON_RECORD_LABEL = "On record";

/** "Verified: contracts/Vault.sol:Vault on testnet (chain 296)" */
export function headline(report: Report, contract: ContractReport): string {
  const { label, heading = label } = contractVerdict(contract);
  const on = report.network === null ? "" : ` on ${networkWords(report)}`;
  return `${capitalize(heading)}: ${contractTitle(contract)}${on}`;
}

/** Empty if the headline says everything. */
export function belowHeadline(contract: ContractReport): string {
  const verdict = contractVerdict(contract);
  return withoutLabel(verdict, verdict.brief);
}

/** The heading already states the label. */
export function withoutLabel({ label, text }: Verdict, shown = text): string {
  const repeated = `${capitalize(label)}: `;
  return shown.startsWith(repeated) ? capitalize(shown.slice(repeated.length)) : shown;
}

export function onlyLine(report: Report, contract: ContractReport): string {
  const { target, error } = contract;
  const match = getStoredMatch(contract);
  const title = contractTitle(contract);
  const at = target.address === null || target.address === title ? "" : ` at ${target.address}`;
  const who = isBetterOnRecord(contract) ? "on record: " : "";
  const matchPart = match === null ? "" : `, ${who}${storedMatchWords(match)}`;
  return `${headline(report, contract)}${at}${error === undefined ? matchPart : ` (${error.code})`}`;
}

const SHORT: ReadonlySet<string> = new Set(["Address", "Build", "Role", "Match"]);

export function shortFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  const isDiamond = contract.proxy?.facets !== undefined;
  return summaryFacts(report, contract).filter(
    ({ label }) => SHORT.has(label) || (isDiamond && label === "Proxy"),
  );
}

/** Only one link fits, and the explorer's page is more useful than the record's JSON. */
function summaryFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  const forwarded = forwardedSummary(contract);
  const { error, otherForm, differences, explanations } = contract;
  // The problem may already include the address in its other form, or describe how the code differs.
  const showsOtherForm = catalogueEntry(error?.code)?.showsOtherForm === true;
  const showsDifference = error === undefined || error.facts.some(({ label }) => label === "Differs");
  return [
    fact("Address", addressLines(contract)),
    fact("Build", outdatedWords(report, contract.contract)),
    fact("Proxy", proxySummary(contract)),
    fact("Role", contract.relation?.whose === "recorded" ? [] : relationLines(contract).slice(0, 1)),
    linkFact(
      contract,
      forwarded.some(({ whole }) => whole),
    ),
    ...matchFacts(contract),
    fact("Other form", showsOtherForm ? undefined : otherForm && otherFormWords(otherForm)),
    ...(showsDifference
      ? []
      : [
          fact("Differs", shortened(differences.map(differenceWords))),
          fact("Why", shortened(explanations.map((each) => `${causeWords(each)}; try: ${each.next}`))),
        ]),
    fact("Sent", sentLines(contract)),
    fact("Forwarded", forwarded),
    fact("Shown on", shownLines(contract)),
    fact("No answer", unansweredReasons(contract)),
  ];
}

export function mainFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  return contract.outcome === "dry-run" ? dryRunFacts(report, contract) : summaryFacts(report, contract);
}

/** For `--verbose` and the reports: the summary, or the dry run, with every value. */
export function detailedFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  const { target, contract: build, libraries } = contract;
  return [
    ...mainFacts(report, contract).filter(({ label }) => label !== "Build" && label !== "Proxy"),
    fact("Created in", target.creationTransactionHash),
    buildFact(report, contract),
    fact("Compiler", build && `${build.language} ${build.compilerVersion}`),
    fact("Arguments", argumentLines(contract)),
    fact(
      "Libraries",
      Object.entries(libraries).map(([name, address]) => `${name} at ${address}`),
    ),
    fact("Immutables", immutableLines(contract)),
    fact("Proxy", shortened(proxyLines(contract))),
    fact("Locked", lockLines(contract)),
  ];
}

/** The reasons of checks that could not run, each once. A problem already contains those of its own checks. */
export function unansweredReasons({ error, checks }: ContractReport): readonly string[] {
  if (error !== undefined) return [];
  return [...new Set(checks.flatMap(({ status, reason }) => (status === "unknown" ? (reason ?? []) : [])))];
}

/** The record's JSON is left out beside a link to another service. "HashScan id" is a page of HashScan. */
function linkFact(contract: ContractReport, hasForwardedLink: boolean): FactLines {
  const { label = "", url } = linksForPeople(contract)[0] ?? {};
  const isShown = url !== undefined && !(label === "record" && hasForwardedLink);
  return fact(
    capitalize(label.replace(/ (id|transaction)$/, "")),
    isShown ? { text: url, whole: true } : undefined,
  );
}

function addressLines(contract: ContractReport): readonly string[] {
  const { address, contractId, input } = contract.target;
  const shown = address ?? input;
  if (contractId !== null && contractId !== shown) return [`${shown} (${contractId})`];
  // The headline already shows the address.
  return shown === contractTitle(contract) ? [] : [shown];
}

/** True if the verdict is only a match, although the record claims an exact one. */
function isBetterOnRecord({ verdict, match }: ContractReport): boolean {
  return verdict === "match" && match?.match === "exact_match";
}

/**
 * After a failure, or beside a weaker verdict, the match describes the stored record. It is left out if the screen
 * already shows it.
 */
function matchFacts(contract: ContractReport): readonly FactLines[] {
  const { error, match } = contract;
  const isResult = error === undefined && !isBetterOnRecord(contract);
  if (match === null || isResult) return [fact("Match", matchLines(contract))];
  const isSaid =
    error?.facts.some(({ label }) => label === ON_RECORD_LABEL || label === "Stored") === true ||
    belowHeadline(contract).includes(`${ON_RECORD_LABEL}: `);
  return isSaid ? [] : [fact(ON_RECORD_LABEL, matchLines(contract))];
}

function matchLines(contract: ContractReport): readonly string[] {
  const { match } = contract;
  if (match === null) return unknownWords(contract);
  if (match.match === null) return ["none"];
  const { creationMatch, runtimeMatch } = match;
  const isCreationMissing = creationMatch === null && match.creationNotGiven !== true;
  const isPartial = creationMatch === "match" || runtimeMatch === "match";
  return [
    `${matchedWords(contract, match)}${isCreationMissing ? explainMissingCreation(contract) : ""}`,
    ...(isPartial ? [`because ${notExactReason(contract)}`] : []),
    ...upgraded(contract).map((previous) => `before: ${storedMatchWords(previous)}`),
  ];
}

/** If the creation side isn't proven, its match is attributed to the service. */
function matchedWords({ claims = [] }: ContractReport, match: StoredMatch): string {
  const { creationMatch, runtimeMatch } = match;
  return getClaimState(claims, "creation-code") === "open" && creationMatch === runtimeMatch
    ? `${matchWords(runtimeMatch)} for the creation code, according to the service`
    : storedMatchWords(match);
}

/** The job is left out if the problem already names it. */
function sentLines(contract: ContractReport): readonly string[] {
  const { submitted, error } = contract;
  const all = submitted.filter(({ sent }) => sent);
  const isNamed = (id: string) => error?.facts.some(({ value }) => value.includes(id)) ?? false;
  return all.map(({ files, bytes, sources, reason, verificationId }) =>
    [
      formatCount(files.length, "file"),
      formatBytes(bytes),
      ...(reason === GIVEN_INPUT ? [reason] : sources === "full" ? ["all sources in the build"] : []),
      ...(verificationId === null || isNamed(verificationId) ? [] : [`job ${verificationId}`]),
    ].join(", "),
  );
}
