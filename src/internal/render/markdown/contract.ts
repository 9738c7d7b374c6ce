import type { Check, ContractReport, Problem, Report } from "../../report/model.ts";
import { sentence } from "../../text/amounts.ts";
import { linesOf } from "../../text/clean-text.ts";
import { type Markdown, markdown } from "../markup.ts";
import { safeUrl } from "../safe-url.ts";
import { CHECK_SYMBOLS, checkCounts, checkDetails } from "../words/check-words.ts";
import { claimStateWords, claimSymbol, claimWords } from "../words/claim-words.ts";
import { contractFacts, contractHeading, type FactLine } from "../words/facts.ts";
import { contractVerdict } from "../words/verdict.ts";
import { code, table } from "./parts.ts";

/** One contract as a section of the markdown. */
export function contractBlocks(report: Report, contract: ContractReport): readonly Markdown[] {
  const { symbol, text } = contractVerdict(contract);
  const facts = contractFacts(report, contract).map(({ label, lines }) => [
    label,
    markdown.join(lines.map(factLine), "<br>"),
  ]);
  return [
    markdown`### ${symbol} ${markdown.join(contractHeading(contract).map(code), " ")}`,
    markdown`**${text}**`,
    ...(contract.error === undefined ? [] : [problemBlock(contract.error)]),
    table(["", ""], facts),
    ...claimBlocks(contract),
    ...(contract.checks.length === 0
      ? []
      : [markdown`**Checks**: ${checkCounts(contract.checks)}`, checkTable(contract.checks)]),
    ...(contract.links.length === 0 ? [] : [markdown.join(contract.links.map(link), " · ")]),
  ];
}

function claimBlocks({ claims = [], witnesses }: ContractReport): readonly Markdown[] {
  if (claims.length === 0) return [];
  const rows = claims.map((claim) => [
    `${claimSymbol(claim)} ${sentence(claimWords(claim))}`,
    claimStateWords(claim, witnesses),
  ]);
  return [table(["Claim", "Shown by"], rows)];
}

function checkTable(checks: readonly Check[]): Markdown {
  const rows = checks.map((check) => [
    `${CHECK_SYMBOLS[check.status]} ${check.status}`,
    code(check.id),
    markdown`${check.subject}${checkDetails(check).map(({ label, value }) => markdown`<br>${label}: ${code(value)}`)}`,
    check.witnesses.join(", "),
  ]);
  return table(["Status", "Check", "Subject", "Witnesses"], rows);
}

/** A problem as a quotation: code and sentence, facts, the likely cause, the next step. */
export function problemBlock({ code: errorCode, message, facts, likely, next }: Problem): Markdown {
  const rows = [...facts, ...(likely === undefined ? [] : [{ label: "Likely", value: likely }])].map(
    ({ label, value }) => markdown`${label}: ${markdown.join(linesOf(value).map(code), "<br>")}`,
  );
  const lines = [
    markdown`**${errorCode}** ${message}`,
    ...rows,
    ...(next === undefined ? [] : [markdown`Try: ${code(next)}`]),
  ].map((line) => markdown`> ${line}`);
  return markdown.join(lines, "<br>\n");
}

function factLine({ lead, text }: FactLine): Markdown {
  return lead === undefined ? code(text) : markdown`${lead} ${code(text)}`;
}

function link({ label, url }: ContractReport["links"][number]): Markdown {
  const href = safeUrl(url);
  // HTML, because brackets and parentheses would end a markdown link early. A pipe would end a table cell.
  return href === undefined
    ? markdown`${sentence(label)}: ${code(url)}`
    : markdown`<a href="${markdown.url(href)}">${sentence(label)}</a>`;
}
