import type { Report } from "../../report/model.ts";
import { isOverSeveral, skippedNetworks } from "../../report/report-network.ts";
import { cleanText } from "../../text/clean-text.ts";
import { inert } from "../inert.ts";
import {
  type ChainRows,
  type ContractRow,
  contractRows,
  failedRows,
  moreWords,
  rowsByChain,
  skippedNetworkWords,
} from "../words/batch-words.ts";
import { dryRunFacts } from "../words/facts.ts";
import { isNotExact, runVerdict } from "../words/verdict.ts";
import { failureBlock } from "./batch-failure.ts";
import { tableLines } from "./batch-table.ts";
import { columnsFor, labelled, wrap } from "./layout.ts";
import { renderProblem } from "./problem.ts";
import { renderContract } from "./report.ts";
import type { Style } from "./style.ts";
import { verdictLines } from "./verdict-lines.ts";

/** The reports have all of them. */
const MOST_PASSED_OVER = 20;

/** Unknown results often have one cause, such as a service that is down. Failures are always shown in full. */
const MOST_OF_A_KIND = 5;

/**
 * The last screen of a deployments run, without a line end: a table of all contracts, the skipped ones, the failed ones
 * with their next steps, and the verdict. With `isVerbose` also all that is known of each contract.
 */
export function renderBatch(report: Report, style: Style, width: number, isVerbose = false): string {
  const columns = columnsFor(width);
  const rows = contractRows(report);
  const blocks = [
    rows.length === 0 ? [] : [tableLines(rows, style, columns, chainsOf(report, rows)).join("\n")],
    skippedNetworksBlock(report, style, columns),
    passedOverBlock(report, style, columns),
    rows
      .filter(({ contract }) => contract.outcome === "dry-run")
      .map((row) => dryRunBlock(report, row, style, columns)),
    isVerbose ? report.contracts.map((each) => renderContract(report, each, style, columns, true)) : [],
    weakerBlock(rows, style, columns),
    failureBlocks(report, failedRows(rows), style, columns),
    report.error === undefined ? [] : [renderProblem(report.error, style, columns)],
    [verdictLines(runVerdict(report), style, columns).join("\n")],
  ];
  return inert(blocks.flat().join("\n\n"));
}

function chainsOf(report: Report, rows: readonly ContractRow[]): readonly ChainRows[] {
  return isOverSeveral(report) ? rowsByChain(rows) : [];
}

/** What a run over several networks left out. */
function skippedNetworksBlock(report: Report, style: Style, width: number): readonly string[] {
  const skipped = skippedNetworks(report);
  if (skipped.length === 0) return [];
  const lines = skipped.flatMap((each) =>
    labelled({ label: "", lines: [{ text: skippedNetworkWords(each) }] }, { width, column: 0 }),
  );
  return [[style.bold("Networks left out"), ...lines].join("\n")];
}

function passedOverBlock({ passedOver }: Report, style: Style, width: number): readonly string[] {
  if (passedOver.length === 0) return [];
  const rest = passedOver.length - MOST_PASSED_OVER;
  return [
    [
      style.bold("Skipped"),
      ...passedOver
        .slice(0, MOST_PASSED_OVER)
        .flatMap(({ name, file, reason }) =>
          labelled({ label: "", lines: [{ text: `${name}: ${reason} (${file})` }] }, { width, column: 0 }),
        ),
      ...(rest > 0 ? [`  ${moreWords(rest, "contract")}`] : []),
    ].join("\n"),
  ];
}

/** The planned submission of one contract. */
function dryRunBlock(report: Report, { name, contract }: ContractRow, style: Style, width: number): string {
  const facts = dryRunFacts(report, contract);
  return [
    style.bold(cleanText(name)),
    ...facts.flatMap((fact) => labelled(fact, { width, paintLabel: style.dim })),
  ].join("\n");
}

/** Why matches are not exact, which the table has no room for. */
function weakerBlock(rows: readonly ContractRow[], style: Style, width: number): readonly string[] {
  const weaker = rows.filter(({ contract, verdict }) => isNotExact(contract, verdict));
  if (weaker.length === 0) return [];
  const rest = weaker.length - MOST_WEAKER;
  const lines = weaker
    .slice(0, MOST_WEAKER)
    .flatMap(({ name, verdict }) =>
      labelled({ label: "", lines: [{ text: `${name}: ${verdict.text}` }] }, { width, column: 0 }),
    );
  return [
    [style.bold("Not exact"), ...lines, ...(rest > 0 ? [`  ${moreWords(rest, "contract")}`] : [])].join("\n"),
  ];
}

const MOST_WEAKER = 10;

function failureBlocks(
  report: Report,
  rows: readonly ContractRow[],
  style: Style,
  width: number,
): readonly string[] {
  const seen = new Map<string, number>();
  const shown = rows.filter((row) => {
    const kind = kindOf(row);
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return !mayHaveOneCause(row) || count <= MOST_OF_A_KIND;
  });
  const kinds = new Set(rows.filter(mayHaveOneCause).map(kindOf));
  const hidden = [...seen].filter(([kind, count]) => kinds.has(kind) && count > MOST_OF_A_KIND);
  return [
    ...shown.map((row) => failureBlock(report, row, style, width)),
    ...hidden.map(([kind, count]) =>
      wrap(`${kind}: ${moreWords(count - MOST_OF_A_KIND, "contract")}, all in the table above`, width).join(
        "\n",
      ),
    ),
  ];
}

/** For example a service that is down, or a chain that was reset. */
function mayHaveOneCause({ verdict, contract }: ContractRow): boolean {
  return verdict.kind === "unknown" || contract.outcome === "not-deployed";
}

function kindOf({ verdict, contract }: ContractRow): string {
  const { error } = contract;
  return `${verdict.symbol} ${verdict.label}${error === undefined ? "" : ` (${error.code})`}`;
}
