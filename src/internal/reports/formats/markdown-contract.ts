import { escapeMarkdown, escapeXml, printableLines, safeUrl } from "../escape.ts";
import type { Check, ContractReport, Problem, Report } from "../model.ts";
import { sentence } from "../view/amounts.ts";
import { CHECK_SYMBOLS, checkCounts, checkDetails } from "../view/check-words.ts";
import { contractFacts, contractHeading, type FactLine } from "../view/facts.ts";
import { contractVerdict } from "../view/verdict.ts";
import { code, table } from "./markdown-parts.ts";

/** One contract as a section of the markdown. */
export function contractBlocks(report: Report, contract: ContractReport): readonly string[] {
  const { symbol, text } = contractVerdict(contract);
  const facts = contractFacts(report, contract).map(({ label, lines }) => [
    label,
    lines.map(factLine).join("<br>"),
  ]);
  return [
    `### ${symbol} ${contractHeading(contract).map(code).join(" ")}`,
    `**${escapeMarkdown(text)}**`,
    ...(contract.error === undefined ? [] : [problemBlock(contract.error)]),
    table(["", ""], facts),
    ...(contract.checks.length === 0
      ? []
      : [`**Checks**: ${checkCounts(contract.checks)}`, checkTable(contract.checks)]),
    ...(contract.links.length === 0 ? [] : [contract.links.map(link).join(" · ")]),
  ];
}

function checkTable(checks: readonly Check[]): string {
  const rows = checks.map((check) => {
    const details = checkDetails(check).map(({ label, value }) => `<br>${label}: ${code(value)}`);
    return [
      `${CHECK_SYMBOLS[check.status]} ${check.status}`,
      code(check.id),
      `${escapeMarkdown(check.subject)}${details.join("")}`,
      escapeMarkdown(check.witnesses.join(", ")),
    ];
  });
  return table(["Status", "Check", "Subject", "Witnesses"], rows);
}

/** A problem as a quotation: code and sentence, facts, the likely cause, what to try. */
export function problemBlock({ code: errorCode, message, facts, likely, next }: Problem): string {
  const rows = [...facts, ...(likely === undefined ? [] : [{ label: "Likely", value: likely }])].map(
    ({ label, value }) => `${escapeMarkdown(label)}: ${printableLines(value).map(code).join("<br>")}`,
  );
  return [
    `**${escapeMarkdown(errorCode)}** ${escapeMarkdown(message)}`,
    ...rows,
    ...(next === undefined ? [] : [`Try: ${code(next)}`]),
  ]
    .map((line) => `> ${line}`)
    .join("<br>\n");
}

function factLine({ lead, text }: FactLine): string {
  return lead === undefined ? code(text) : `${escapeMarkdown(lead)} ${code(text)}`;
}

function link({ label, url }: ContractReport["links"][number]): string {
  const href = safeUrl(url);
  // HTML, because brackets and parentheses would end a markdown link early. A pipe would end the cell of a table.
  return href === undefined
    ? `${escapeMarkdown(sentence(label))}: ${code(url)}`
    : `<a href="${escapeXml(href).replaceAll("|", "%7C")}">${escapeMarkdown(sentence(label))}</a>`;
}
