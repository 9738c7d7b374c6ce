import type { Report } from "../../report/model.ts";
import { countWords } from "../../text/amounts.ts";
import { type Markdown, markdown } from "../markup.ts";
import { type ContractRow, contractRows, failedRows, moreWords } from "../words/batch-words.ts";
import { contractTitle, networkWords } from "../words/facts.ts";
import { runVerdict } from "../words/verdict.ts";
import { contractBlocks, problemBlock } from "./contract.ts";
import { code, table } from "./parts.ts";

/** A page is for reading; the JSON report has all of them. */
const MOST_PASSED_OVER = 20;

/** What may be left out where there is little room. */
export interface Extent {
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

/** The report as far as there is room for it. */
export function markdownOf(report: Report, extent: Extent): string {
  const verdict = runVerdict(report);
  const rows = contractRows(report);
  const isOfMany = rows.length > 1 || report.shard !== null;
  const detailed = isOfMany ? byWeight(rows).filter(({ verdict: { tone } }) => tone !== "ok") : rows;
  const blocks = [
    markdown`## Contract verification`,
    markdown`${verdict.symbol} ${verdict.text}`,
    ...(report.error === undefined ? [] : [problemBlock(report.error)]),
    ...(rows.length > 1 ? overview(rows, extent.rows) : []),
    ...passedOverBlocks(report),
    ...detailed.slice(0, extent.details).flatMap(({ contract }) => contractBlocks(report, contract)),
    ...leftOut(detailed.length - extent.details, "detail"),
    markdown`<sub>${footer(report)}</sub>`,
  ];
  return `${markdown.join(blocks, "\n\n")}\n`;
}

/** All of them in their order; where there is no room for all, those that failed first. */
function overview(rows: readonly ContractRow[], most: number): readonly Markdown[] {
  if (most === 0) return leftOut(rows.length, "row");
  const shown = rows.length <= most ? rows : byWeight(rows).slice(0, most);
  const isNamed = rows.some(({ contract }) => contract.deployments.length > 0);
  const cells = shown.map(({ contract, verdict, name, address, proxy }) => [
    verdict.symbol,
    ...(isNamed ? [markdown`${code(name)}${proxy === "" ? "" : markdown`<br>${proxy}`}`] : []),
    isNamed && contract.contract === null ? "" : code(contractTitle(contract)),
    code(address),
    verdict.label,
  ]);
  const head = ["", ...(isNamed ? ["Name"] : []), "Contract", "Address", "Outcome"];
  return [table(head, cells), ...leftOut(rows.length - shown.length, "row")];
}

/** What is wrong, what can't be told, and what is good. */
function byWeight(rows: readonly ContractRow[]): readonly ContractRow[] {
  const failed = failedRows(rows);
  return [...failed, ...rows.filter((row) => !failed.includes(row))];
}

function leftOut(count: number, what: "row" | "detail"): readonly Markdown[] {
  if (count <= 0) return [];
  const contracts = countWords(count, "contract");
  return [
    markdown`_${what === "row" ? `${contracts} more` : `The details of ${contracts} more`} left out for lack of room: the JSON report has all of it._`,
  ];
}

function passedOverBlocks({ passedOver }: Report): readonly Markdown[] {
  if (passedOver.length === 0) return [];
  const rest = passedOver.length - MOST_PASSED_OVER;
  const rows = passedOver
    .slice(0, MOST_PASSED_OVER)
    .map(({ name, file, reason }) => [code(name), reason, code(file)]);
  return [
    markdown`**Passed over**: ${countWords(passedOver.length, "contract")}`,
    table(["Name", "Why", "Record"], rows),
    ...(rest > 0 ? [markdown`${moreWords(rest, "contract")}`] : []),
  ];
}

function footer(report: Report): string {
  const { tool, startedAt, services } = report;
  return `${tool.name} ${tool.version}, ${startedAt}, network ${networkWords(report)}, ${services.verification ?? "no verification service"}, exit code ${report.exitCode}`;
}
