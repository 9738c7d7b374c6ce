import { getDocsUrl } from "../../errors/home.ts";
import type { ContractReport, Problem, Report } from "../../report/model.ts";
import { coversSeveralChains, skippedNetworks } from "../../report/report-network.ts";
import { capitalize, formatCount } from "../../text/amounts.ts";
import { cleanText, cleanToLines } from "../../text/clean-text.ts";
import { type Markdown, markdown } from "../markup.ts";
import { safeUrl } from "../safe-url.ts";
import { type ContractRow, contractRows, moreWords } from "../words/batch-words.ts";
import {
  CHECK_SYMBOLS,
  checkCounts,
  checkDetails,
  claimLook,
  claimStateWords,
  claimSummary,
  claimWords,
  doubtful,
  shownClaims,
} from "../words/claim-words.ts";
import { withLine } from "../words/difference-words.ts";
import { allLinks, linksForPeople, shownWords } from "../words/elsewhere-words.ts";
import { type FactLine, likelyFacts, splitStep } from "../words/fact-lines.ts";
import {
  ACCEPT_LABEL,
  contractHeading,
  contractTitle,
  EVIDENCE_LABEL,
  evidenceFact,
  networkWords,
  replayWords,
} from "../words/facts.ts";
import { getStoredMatch, sideWord } from "../words/match-words.ts";
import { detailedFacts } from "../words/summary-facts.ts";
import { contractVerdict, getWeight, runVerdict, worstFirst } from "../words/verdict.ts";

/** The JSON report lists all skipped contracts. */
const MAX_SKIPPED = 20;

/** The details cover contracts that aren't fully verified. A report on one contract always has them. */
export function writeMarkdown(report: Report): string {
  const { tool, startedAt, services, exitCode } = report;
  const verdict = runVerdict(report);
  const rows = worstFirst(contractRows(report), getWeight);
  const isOfMany = rows.length > 1 || report.shard !== null;
  const detailed = isOfMany ? rows.filter(({ verdict: { tone } }) => tone !== "ok") : rows;
  const blocks = [
    markdown`## Contract verification`,
    markdown`${verdict.symbol} ${verdict.text}`,
    ...replayWords(report).map((words) => markdown`Replay of ${words}`),
    report.error !== undefined && problemBlock(report.error),
    rows.length > 1 && overview(report, rows),
    ...skippedNetworkBlocks(report),
    ...passedOverBlocks(report),
    ...detailed.flatMap(({ contract }) => contractBlocks(report, contract)),
    report.accept !== undefined && markdown`${ACCEPT_LABEL}: ${code(report.accept)}`,
    ...evidenceFact(report).map((shown) => markdown`${EVIDENCE_LABEL}: ${code(shown)}`),
    markdown`<sub>${tool.name} ${tool.version}, ${startedAt}, network ${networkWords(report)}, ${services.verification ?? "no verification service"}, exit code ${exitCode}</sub>`,
  ];
  return `${markdown.join(blocks, "\n\n")}\n`;
}

function overview(report: Report, rows: readonly ContractRow[]): Markdown {
  const coversSeveralNetworks = coversSeveralChains(report);
  const isNamed = rows.some(({ contract }) => contract.deployments.length > 0);
  const isShown = rows.some(({ contract }) => contract.explorers !== undefined);
  const cells = rows.map(({ contract, verdict, name, address, proxy, chain }) => [
    verdict.symbol,
    ...(coversSeveralNetworks ? [chain] : []),
    ...(isNamed ? [markdown`${code(name)}${proxy !== "" && markdown`<br>${proxy}`}`] : []),
    isNamed && contract.contract === null ? "" : code(contractTitle(contract)),
    formatAddress(contract, address),
    verdict.label,
    formatSides(contract),
    ...(isShown ? [shownWords(contract)] : []),
    claimSummary(contract),
  ]);
  const head = [
    "",
    ...(coversSeveralNetworks ? ["Network"] : []),
    ...(isNamed ? ["Name"] : []),
    ...["Contract", "Address", "Outcome", "Match (creation, runtime)"],
    ...(isShown ? ["Shown on"] : []),
    "Claims",
  ];
  return table(head, cells);
}

function formatAddress(contract: ContractReport, address: string): Markdown {
  const { contractId } = contract.target;
  const [link] = linksForPeople(contract);
  const shown = code(address);
  const linked = link === undefined ? shown : linkTo(link.url, shown);
  return contractId === null || contractId === address ? linked : markdown`${linked}<br>${contractId}`;
}

/** "exact, exact" */
function formatSides(contract: ContractReport): string {
  const match = getStoredMatch(contract);
  return match === null ? "" : [match.creationMatch, match.runtimeMatch].map(sideWord).join(", ");
}

function skippedNetworkBlocks(report: Report): readonly Markdown[] {
  const skipped = skippedNetworks(report);
  if (skipped.length === 0) return [];
  const rows = skipped.map((each) => [code(each.name ?? "none"), each.chainId ?? "", each.skipped ?? ""]);
  return [markdown`**Networks left out**`, table(["Network", "Chain", "Why"], rows)];
}

function passedOverBlocks({ passedOver }: Report): readonly Markdown[] {
  if (passedOver.length === 0) return [];
  const rest = passedOver.length - MAX_SKIPPED;
  const rows = passedOver
    .slice(0, MAX_SKIPPED)
    .map(({ name, file, reason }) => [code(name), reason, code(file)]);
  return [
    markdown`**Skipped**: ${formatCount(passedOver.length, "contract")}`,
    table(["Name", "Why", "Deployment record"], rows),
    ...(rest > 0 ? [markdown`${moreWords(rest, "contract")}`] : []),
  ];
}

function contractBlocks(report: Report, contract: ContractReport): readonly (Markdown | false)[] {
  const { symbol, text } = contractVerdict(contract);
  const links = allLinks(contract);
  const isListedBelow = ({ lead, text }: FactLine) =>
    lead === undefined && links.some(({ url }) => url === text);
  const facts = detailedFacts(report, contract).flatMap(({ label, lines }) => {
    const shown = lines.filter((line) => !isListedBelow(line));
    return shown.length === 0 ? [] : [[label, markdown.join(shown.map(factLine), "<br>")]];
  });
  return [
    markdown`### ${symbol} ${markdown.join(contractHeading(contract).map(code), " ")}`,
    markdown`**${text}**`,
    contract.error !== undefined && problemBlock(withLine(contract.error, contract)),
    facts.length > 0 && table(["", ""], facts),
    ...claimBlocks(contract),
    ...checkBlocks(contract),
    links.length > 0 && markdown.join(links.map(link), " · "),
  ];
}

function claimBlocks(contract: ContractReport): readonly Markdown[] {
  const claims = shownClaims(contract);
  if (claims.length === 0) return [];
  const rows = claims.map((claim) => [
    `${claimLook(claim).symbol} ${capitalize(claimWords(claim))}`,
    claimStateWords(claim, contract.witnesses),
  ]);
  return [table(["Claim", "Shown by"], rows)];
}

function checkBlocks({ checks }: ContractReport): readonly Markdown[] {
  if (checks.length === 0) return [];
  const rows = doubtful(checks).map((check) => [
    `${CHECK_SYMBOLS[check.status]} ${check.status}`,
    code(check.id),
    markdown`${check.subject}${checkDetails(check).map(({ label, value }) => markdown`<br>${label}: ${asValue(value)}`)}`,
    check.witnesses.join(", "),
  ]);
  const head = ["Status", "Check", "Subject", "Witnesses"];
  return [markdown`**Checks**: ${checkCounts(checks)}`, ...(rows.length === 0 ? [] : [table(head, rows)])];
}

export function problemBlock(problem: Problem): Markdown {
  return quotation(markdown`**${codeLink(problem.code)}** ${problem.message}`, problem);
}

export function codeLink(errorCode: string): Markdown {
  const url = getDocsUrl(errorCode);
  return url === undefined ? markdown`${errorCode}` : linkTo(url, markdown`${errorCode}`);
}

export function quotation(heading: Markdown, problem: Problem): Markdown {
  const { facts, next } = problem;
  const rows = [...facts, ...likelyFacts(problem)].map(
    ({ label, value }) => markdown`${label}: ${markdown.join(cleanToLines(value).map(asValue), "<br>")}`,
  );
  const lines = [heading, ...rows, ...(next === undefined ? [] : [nextStep(next)])].map(
    (line) => markdown`> ${line}`,
  );
  return markdown.join(lines, "<br>\n");
}

/** A command is code; advice is text. */
function nextStep(next: string): Markdown {
  const { text, command } = splitStep(next);
  const parts = [...(text === undefined ? [] : [text]), ...(command === undefined ? [] : [code(command)])];
  return markdown`Try: ${markdown.join(parts, ": ")}`;
}

function factLine({ lead, text }: FactLine): Markdown {
  if (/^https?:/.test(text)) return linkTo(text, markdown`${lead ?? text}`);
  return lead === undefined ? asValue(text) : markdown`${lead} ${asValue(text)}`;
}

/** These characters would end a markdown link or a table cell, so links with such URLs become HTML. */
const NO_MARKDOWN_LINK = /[()[\]|<>\\`\s]/;

function linkTo(url: string, text: Markdown): Markdown {
  const href = safeUrl(url);
  if (href === undefined) return text;
  return NO_MARKDOWN_LINK.test(href)
    ? markdown`<a href="${markdown.whole(href)}">${text}</a>`
    : markdown`[${text}](${markdown.whole(href)})`;
}

function link({ label, url }: ContractReport["links"][number]): Markdown {
  const text = markdown`${capitalize(label)}`;
  return safeUrl(url) === undefined ? markdown`${text}: ${code(url)}` : linkTo(url, text);
}

/** Cuts at the end of a line and adds a note. Empty if nothing fits. */
export function cutDocument(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const note = "\n_The rest is omitted for lack of space: see the reports._\n";
  let room = maxBytes - Buffer.byteLength(note);
  const lines = text.split(/(?<=\n)/);
  const end = lines.findIndex((line) => {
    room -= Buffer.byteLength(line);
    return room < 0;
  });
  return end <= 0 ? "" : `${lines.slice(0, end).join("")}${note}`;
}

type Cell = string | number | Markdown;

export function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]): Markdown {
  const lines = [head, head.map(() => "---"), ...rows].map(
    (cells) => markdown`| ${markdown.join(cells, " | ")} |`,
  );
  return markdown.join(lines, "\n");
}

/** These would end a code span or a table cell early, and outer spaces would be lost. */
const NOT_IN_BACKTICKS = /[`|\\]|^\s|\s$|^$/;

/** Markdown doesn't interpret text in backticks, so it isn't escaped. Text that can't be in backticks becomes HTML. */
export function code(text: string): Markdown {
  const clean = cleanText(text);
  return NOT_IN_BACKTICKS.test(clean) ? markdown`<code>${text}</code>` : markdown.code(clean);
}

/** Single words are code, because users copy them. Sentences are plain text. */
function asValue(text: string): Markdown {
  return /\s/.test(text.trim()) ? markdown`${text}` : code(text);
}
