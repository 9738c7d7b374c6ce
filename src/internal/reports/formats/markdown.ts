import { escapeMarkdown, escapeXml, printableLines, safeUrl } from "../escape.ts";
import type { Check, ContractReport, Problem, Report } from "../model.ts";
import { countWords, sentence } from "../view/amounts.ts";
import { type ContractRow, contractRows, failedRows, moreWords } from "../view/batch-words.ts";
import { CHECK_SYMBOLS, checkCounts, checkDetails } from "../view/check-words.ts";
import { contractFacts, contractHeading, contractTitle, type FactLine, networkWords } from "../view/facts.ts";
import { contractVerdict, runVerdict } from "../view/verdict.ts";

/** A page is for reading; the JSON report has all of them. */
const MOST_PASSED_OVER = 20;

/** What may be left out where there is little room. */
interface Extent {
  /** How many contracts are told in detail, and how many get a row. */
  readonly details: number;
  readonly rows: number;
}

/**
 * The report as GitHub's markdown, for a job summary or a comment: the verdict, a table of all contracts, and the
 * details of those that are not fully verified. A report of one contract tells all of it.
 */
export function writeMarkdown(report: Report): string {
  return markdownOf(report, { details: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY });
}

/**
 * {@link writeMarkdown} in at most so many bytes: details go first, then rows of the table, the good ones before those
 * that failed; and it says what was left out. GitHub takes 1 MiB for the summaries of a step, or nothing at all.
 */
export function writeMarkdownSummary(report: Report, maxBytes: number): string {
  const fits = (extent: Extent): boolean => Buffer.byteLength(markdownOf(report, extent)) <= maxBytes;
  const most = report.contracts.length;
  if (fits({ details: most, rows: most })) return writeMarkdown(report);
  const details = largest(most, (count) => fits({ details: count, rows: most }));
  if (details !== undefined) return markdownOf(report, { details, rows: most });
  const rows = largest(most, (count) => fits({ details: 0, rows: count }));
  const shortest = markdownOf(report, { details: 0, rows: rows ?? 0 });
  return rows === undefined ? cutAfterLine(shortest, maxBytes) : shortest;
}

/** The largest count up to `most` that holds; undefined where not even none does. What holds for one holds for less. */
function largest(most: number, holds: (count: number) => boolean): number | undefined {
  if (!holds(0)) return undefined;
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whole lines only, because half of an entity or of a tag would be shown as it is. */
function cutAfterLine(text: string, maxBytes: number): string {
  const lines = text.split("\n");
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1);
  let total = 0;
  const kept = lines.filter((_, index) => {
    total += sizes[index] ?? 0;
    return total <= maxBytes;
  });
  return kept.length === 0 ? "" : `${kept.join("\n")}\n`;
}

function markdownOf(report: Report, extent: Extent): string {
  const verdict = runVerdict(report);
  const rows = contractRows(report);
  const isOfMany = rows.length > 1 || report.shard !== null;
  const detailed = isOfMany ? byWeight(rows).filter(({ verdict: { tone } }) => tone !== "ok") : rows;
  const blocks = [
    "## Contract verification",
    `${verdict.symbol} ${escapeMarkdown(verdict.text)}`,
    ...(report.error === undefined ? [] : [problemBlock(report.error)]),
    ...(rows.length > 1 ? overview(rows, extent.rows) : []),
    ...passedOverBlocks(report),
    ...detailed.slice(0, extent.details).flatMap(({ contract }) => contractBlocks(report, contract)),
    ...leftOut(detailed.length - extent.details, "detail"),
    `<sub>${escapeMarkdown(footer(report))}</sub>`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** All of them in their order; where there is no room for all, those that failed first. */
function overview(rows: readonly ContractRow[], most: number): readonly string[] {
  if (most === 0) return leftOut(rows.length, "row");
  const shown = rows.length <= most ? rows : byWeight(rows).slice(0, most);
  const isNamed = rows.some(({ contract }) => contract.deployments.length > 0);
  const cells = shown.map(({ contract, verdict, name, address, proxy }) => [
    verdict.symbol,
    ...(isNamed ? [`${code(name)}${proxy === "" ? "" : `<br>${escapeMarkdown(proxy)}`}`] : []),
    isNamed && contract.contract === null ? "" : code(contractTitle(contract)),
    code(address),
    escapeMarkdown(verdict.label),
  ]);
  const head = ["", ...(isNamed ? ["Name"] : []), "Contract", "Address", "Outcome"];
  return [table(head, cells), ...leftOut(rows.length - shown.length, "row")];
}

/** What is wrong, what can't be told, and what is good. */
function byWeight(rows: readonly ContractRow[]): readonly ContractRow[] {
  const failed = failedRows(rows);
  return [...failed, ...rows.filter((row) => !failed.includes(row))];
}

function leftOut(count: number, what: "row" | "detail"): readonly string[] {
  if (count <= 0) return [];
  const contracts = countWords(count, "contract");
  return [
    `_${what === "row" ? `${contracts} more` : `The details of ${contracts} more`} left out for lack of room: the JSON report has all of it._`,
  ];
}

function passedOverBlocks({ passedOver }: Report): readonly string[] {
  if (passedOver.length === 0) return [];
  const rest = passedOver.length - MOST_PASSED_OVER;
  const rows = passedOver
    .slice(0, MOST_PASSED_OVER)
    .map(({ name, file, reason }) => [code(name), escapeMarkdown(reason), code(file)]);
  return [
    `**Passed over**: ${countWords(passedOver.length, "contract")}`,
    table(["Name", "Why", "Record"], rows),
    ...(rest > 0 ? [`${moreWords(rest, "contract")}`] : []),
  ];
}

function contractBlocks(report: Report, contract: ContractReport): readonly string[] {
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
