import { GIVEN_INPUT } from "../../domain/output-selection.ts";
import { catalogueEntry } from "../../errors/catalogue.ts";
import type { ContractReport, Report, StoredMatch } from "../../report/model.ts";
import { capitalize, formatBytes, formatCount } from "../../text/amounts.ts";
import { type FactLines, fact } from "./fact-lines.ts";
import {
  contractTitle,
  differenceFacts,
  networkWords,
  outdatedWords,
  relationLines,
  unknownWords,
  upgraded,
  usualWithoutCreation,
} from "./facts.ts";
import { forwardedSummary } from "./forwarded-words.ts";
import { linksForPeople } from "./links.ts";
import { isPartial, matchWords, notExactReason, otherFormWords, storedMatchWords } from "./match-words.ts";
import { proxySummary } from "./proxy-words.ts";
import { shownLines } from "./shown-words.ts";
import { contractVerdict, type Verdict } from "./verdict.ts";

const ON_RECORD = "On record";

/** "Verified: contracts/Vault.sol:Vault on testnet (chain 296)": how it ended, and of what. */
export function headline(report: Report, contract: ContractReport): string {
  const { label, heading = label } = contractVerdict(contract);
  const on = report.network === null ? "" : ` on ${networkWords(report)}`;
  return `${capitalize(heading)}: ${contractTitle(contract)}${on}`;
}

/** The same with the contract's name alone, for a path that makes it long. */
export function shortHeadline(report: Report, contract: ContractReport): string {
  const { contract: build } = contract;
  const whole = headline(report, contract);
  return build === null ? whole : whole.replace(build.fullyQualifiedName, build.name);
}

/** A sentence or two below the headline, without its first words where the headline has them; empty if there is nothing to add. */
export function belowHeadline(contract: ContractReport): string {
  const verdict = contractVerdict(contract);
  return withoutLabel(verdict, verdict.brief);
}

/** Drops the first words of a verdict's text if the heading above it has them. */
export function withoutLabel({ label, text }: Verdict, shown = text): string {
  const repeated = `${capitalize(label)}: `;
  return shown.startsWith(repeated) ? capitalize(shown.slice(repeated.length)) : shown;
}

/** The same in one line, with the address and the match or the code of the problem. */
export function onlyLine(report: Report, contract: ContractReport): string {
  const { target, match, error } = contract;
  const title = contractTitle(contract);
  const at = target.address === null || target.address === title ? "" : ` at ${target.address}`;
  const of = match === null || match.match === null ? "" : `, ${storedMatchWords(match)}`;
  return `${headline(report, contract)}${at}${error === undefined ? of : ` (${error.code})`}`;
}

const SHORT: ReadonlySet<string> = new Set(["Address", "Role", "Match"]);

/** Used for a good contract among several. */
export function shortFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  const isDiamond = contract.proxy?.facets !== undefined;
  return summaryFacts(report, contract).filter(
    ({ label }) => SHORT.has(label) || (isDiamond && label === "Proxy"),
  );
}

/**
 * A screen's facts about a contract without --verbose: its address, its match, and the submission. One link has room: the
 * explorer's page rather than the record's JSON.
 */
export function summaryFacts(report: Report, contract: ContractReport): readonly FactLines[] {
  const forwarded = forwardedSummary(contract);
  const { error, otherForm } = contract;
  // The problem may say both.
  const isFormSaid = catalogueEntry(error?.code)?.saysOtherForm === true;
  const isDifferenceSaid = error === undefined || error.facts.some(({ label }) => label === "Differs");
  return [
    fact("Address", addressLines(contract)),
    fact("Build", outdatedWords(report, contract.contract)),
    fact("Proxy", proxySummary(contract)),
    fact("Role", contract.relation?.whose === "recorded" ? [] : relationLines(contract).slice(0, 1)),
    ...linkFacts(contract).filter(({ label }) => label !== "Record" || !forwarded.some(({ whole }) => whole)),
    ...matchFacts(contract),
    fact("Other form", isFormSaid ? undefined : otherForm && otherFormWords(otherForm)),
    ...(isDifferenceSaid ? [] : differenceFacts(contract)),
    fact("Sent", sentLines(contract)),
    fact("Forwarded", forwarded),
    fact("Shown on", shownLines(contract, false)),
  ];
}

/** "HashScan id": the pages of one explorer are below each other. */
const EXPLORER_PAGE = / (id|transaction)$/;

/** All links, one a line; never wrapped. */
export function linkFacts(contract: ContractReport, most = 1): readonly FactLines[] {
  const shown = linksForPeople(contract).slice(0, most);
  const groups = Map.groupBy(shown, ({ label }) => label.replace(EXPLORER_PAGE, ""));
  return [...groups].map(([label, links]) =>
    fact(
      capitalize(label),
      links.map(({ url }) => ({ text: url, whole: true })),
    ),
  );
}

function addressLines(contract: ContractReport): readonly string[] {
  const { address, contractId, input } = contract.target;
  const shown = address ?? input;
  if (contractId !== null && contractId !== shown) return [`${shown} (${contractId})`];
  // The headline has it.
  return shown === contractTitle(contract) ? [] : [shown];
}

/** After a failure, the match is of what is on record, and is left out where the screen has said so. */
function matchFacts(contract: ContractReport): readonly FactLines[] {
  const { error, match } = contract;
  if (error === undefined || match === null) return [fact("Match", matchLines(contract))];
  const isSaid =
    error.facts.some(({ label }) => label === ON_RECORD || label === "Stored") ||
    belowHeadline(contract).includes(`${ON_RECORD}: `);
  return isSaid ? [] : [fact(ON_RECORD, matchLines(contract))];
}

/** Both sides, what they were before, and why a side is not exact. */
function matchLines(contract: ContractReport): readonly string[] {
  const { match } = contract;
  if (match === null) return unknownWords(contract);
  if (match.match === null) return ["none"];
  const isCreationMissing = match.creationMatch === null && match.creationNotGiven !== true;
  return [
    `${matchedWords(contract, match)}${isCreationMissing ? usualWithoutCreation(contract) : ""}`,
    ...(isPartial(match) ? [`because ${notExactReason(contract)}`] : []),
    ...upgraded(contract).map((previous) => `before: ${storedMatchWords(previous)}`),
  ];
}

/** Both sides; a creation side that nothing here showed is the service's word. */
function matchedWords({ claims = [] }: ContractReport, match: StoredMatch): string {
  const { creationMatch, runtimeMatch } = match;
  const creation = claims.find(({ id }) => id === "creation-code")?.state;
  return creation === "open" && creationMatch === runtimeMatch
    ? `${matchWords(runtimeMatch)}, of the creation code by the service's word`
    : storedMatchWords(match);
}

/** "7 files, 27.3 kB, job 5c1f1f35-…"; a job that the problem names is not repeated. */
function sentLines(contract: ContractReport): readonly string[] {
  const { submitted, error } = contract;
  const all = submitted.filter(({ sent }) => sent);
  const isNamed = (id: string) => error?.facts.some(({ value }) => value.includes(id)) ?? false;
  return all.map(({ files, bytes, sources, reason, verificationId }) =>
    [
      formatCount(files.length, "file"),
      formatBytes(bytes),
      ...(reason === GIVEN_INPUT ? [reason] : sources === "full" ? ["all sources of the build"] : []),
      ...(verificationId === null || isNamed(verificationId) ? [] : [`job ${verificationId}`]),
    ].join(", "),
  );
}
