import { getDocsUrl } from "../../errors/home.ts";
import type { ContractReport, Problem, Report } from "../../report/model.ts";
import { capitalize } from "../../text/amounts.ts";
import { cleanText, cleanToLines } from "../../text/clean-text.ts";
import { type Markdown, markdown } from "../markup.ts";
import { safeUrl } from "../safe-url.ts";
import {
  CHECK_SYMBOLS,
  checkCounts,
  checkDetails,
  claimLook,
  claimStateWords,
  claimWords,
  doubtful,
  shownClaims,
} from "../words/claim-words.ts";
import { withLine } from "../words/difference-words.ts";
import { allLinks } from "../words/elsewhere-words.ts";
import { type FactLine, likelyFacts, splitStep } from "../words/fact-lines.ts";
import { contractHeading } from "../words/facts.ts";
import { detailedFacts } from "../words/summary-facts.ts";
import { contractVerdict } from "../words/verdict.ts";

export function contractBlocks(report: Report, contract: ContractReport): readonly (Markdown | false)[] {
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

export function linkTo(url: string, text: Markdown): Markdown {
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
