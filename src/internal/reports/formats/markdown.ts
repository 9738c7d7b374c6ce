import { escapeMarkdown, escapeXml, printableLines, safeUrl } from "../escape.ts";
import type { Check, ContractReport, Problem, Report } from "../model.ts";
import { sentence } from "../view/amounts.ts";
import { CHECK_SYMBOLS, checkCounts, checkDetails } from "../view/check-words.ts";
import { contractFacts, contractTitle, type FactLine, networkWords } from "../view/facts.ts";
import { contractVerdict, runVerdict } from "../view/verdict.ts";

/** The report as GitHub's markdown, for a job summary or a comment. */
export function writeMarkdown(report: Report): string {
  const verdict = runVerdict(report);
  const blocks = [
    "## Contract verification",
    `${verdict.symbol} ${escapeMarkdown(verdict.text)}`,
    ...(report.error === undefined ? [] : [problemBlock(report.error)]),
    ...(report.contracts.length > 1 ? [overview(report)] : []),
    ...report.contracts.flatMap((contract) => contractBlocks(report, contract)),
    `<sub>${escapeMarkdown(footer(report))}</sub>`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

function overview({ contracts }: Report): string {
  const rows = contracts.map((contract) => {
    const { symbol, label } = contractVerdict(contract);
    const { address, input } = contract.target;
    return [symbol, code(contractTitle(contract)), code(address ?? input), escapeMarkdown(label)];
  });
  return table(["", "Contract", "Address", "Outcome"], rows);
}

function contractBlocks(report: Report, contract: ContractReport): readonly string[] {
  const { symbol, text } = contractVerdict(contract);
  const facts = contractFacts(report, contract).map(({ label, lines }) => [
    label,
    lines.map(factLine).join("<br>"),
  ]);
  return [
    `### ${symbol} ${code(contractTitle(contract))}`,
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

function problemBlock({ code: errorCode, message, facts, likely, next }: Problem): string {
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** HTML rather than backticks: inside a table only entities are safe, and backticks would show them as they are. */
function code(text: string): string {
  return `<code>${escapeMarkdown(text)}</code>`;
}

function footer(report: Report): string {
  const { tool, startedAt, services } = report;
  return `${tool.name} ${tool.version}, ${startedAt}, network ${networkWords(report)}, ${services.verification ?? "no verification service"}, exit code ${report.exitCode}`;
}
