import { inert } from "../inert.ts";
import type { Report } from "../model.ts";
import { type ContractRow, contractRows, failedRows, moreWords } from "../view/batch-words.ts";
import { runVerdict } from "../view/verdict.ts";
import { failureBlock } from "./batch-failure.ts";
import { tableLines } from "./batch-table.ts";
import { columnsFor, labelled, wrap } from "./layout.ts";
import { renderProblem } from "./problem.ts";
import type { Style } from "./style.ts";
import { verdictLines } from "./verdict-lines.ts";

/** A screen is for reading; the reports have all of them. */
const MOST_PASSED_OVER = 20;

/** What can't be told often has one cause, such as a service that is down. What is wrong is always told in full. */
const MOST_OF_A_KIND = 5;

/**
 * The last screen of a run over deployments, without a line end after the last line: a table of all contracts, what
 * was passed over, what failed with its next step, and the verdict.
 */
export function renderBatch(report: Report, style: Style, width: number): string {
  const columns = columnsFor(width);
  const rows = contractRows(report);
  const blocks = [
    rows.length === 0 ? [] : [tableLines(rows, style, columns).join("\n")],
    passedOverBlock(report, style, columns),
    failureBlocks(report, failedRows(rows), style, columns),
    report.error === undefined ? [] : [renderProblem(report.error, style, columns)],
    [verdictLines(runVerdict(report), style, columns).join("\n")],
  ];
  return inert(blocks.flat().join("\n\n"));
}

function passedOverBlock({ passedOver }: Report, style: Style, width: number): readonly string[] {
  if (passedOver.length === 0) return [];
  const rest = passedOver.length - MOST_PASSED_OVER;
  return [
    [
      style.bold("Passed over"),
      ...passedOver
        .slice(0, MOST_PASSED_OVER)
        .flatMap(({ name, file, reason }) =>
          labelled({ label: "", lines: [{ text: `${name}: ${reason} (${file})` }] }, { width, column: 0 }),
        ),
      ...(rest > 0 ? [`  ${moreWords(rest, "contract")}`] : []),
    ].join("\n"),
  ];
}

function failureBlocks(
  report: Report,
  rows: readonly ContractRow[],
  style: Style,
  width: number,
): readonly string[] {
  const seen = new Map<string, number>();
  const told = rows.filter((row) => {
    const kind = kindOf(row);
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return row.verdict.symbol === "✖" || count <= MOST_OF_A_KIND;
  });
  const untold = [...seen].filter(([kind, count]) => kind.startsWith("?") && count > MOST_OF_A_KIND);
  return [
    ...told.map((row) => failureBlock(report, row, style, width)),
    ...untold.map(([kind, count]) =>
      wrap(`${kind}: ${moreWords(count - MOST_OF_A_KIND, "contract")}, all in the table above`, width).join(
        "\n",
      ),
    ),
  ];
}

function kindOf({ verdict, contract }: ContractRow): string {
  const { error } = contract;
  return `${verdict.symbol} ${verdict.label}${error === undefined ? "" : ` (${error.code})`}`;
}
