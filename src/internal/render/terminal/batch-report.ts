import type { Report } from "../../report/model.ts";
import { isOverSeveral, skippedNetworks } from "../../report/report-network.ts";
import { cleanText } from "../../text/clean-text.ts";
import { inert } from "../inert.ts";
import {
  type ContractRow,
  contractRows,
  failedRows,
  moreWords,
  rowsByChain,
  skippedNetworkWords,
} from "../words/batch-words.ts";
import { causesOf } from "../words/causes.ts";
import { dryRunSummary } from "../words/facts.ts";
import { forwardedCounts } from "../words/forwarded-words.ts";
import { isNotExact, runVerdict } from "../words/verdict.ts";
import type { Chain } from "../words/worst-first.ts";
import { causeBlock } from "./batch-failure.ts";
import { tableLines } from "./batch-table.ts";
import { columnsFor, labelled, tableColumnsFor, wrap } from "./layout.ts";
import { docsLines, evidenceLines, renderProblem } from "./problem.ts";
import { joined, renderContract } from "./report.ts";
import type { Style } from "./style.ts";
import { verdictLines } from "./verdict-lines.ts";

/** The reports have all of them. */
const MOST_REASONS = 20;
const MOST_NAMED = 20;

/**
 * The last screen of a deployments run, without a line end: what failed with the next steps, what is not exact, what was
 * skipped, a table of all contracts, and the verdict.
 *
 * @param isVerbose Whether each contract is shown in full too.
 */
export function renderBatch(report: Report, style: Style, width: number, isVerbose = false): string {
  const columns = columnsFor(width);
  const rows = contractRows(report);
  const codes = new Set<string>();
  const blocks = [
    report.error === undefined ? [] : [renderProblem(report.error, style, columns, { codes })],
    causesOf(failedRows(rows)).map((cause) => causeBlock(report, cause, style, columns, codes)),
    joined([...docsLines(codes, style), ...evidenceLines(report, style)]),
    weakerBlock(rows, style, columns),
    rows
      .filter(({ contract }) => contract.outcome === "dry-run")
      .map((row) => dryRunBlock(report, row, style, columns)),
    forwardedBlock(rows, style, columns),
    skippedNetworksBlock(report, style, columns),
    passedOverBlock(report, style, columns),
    isVerbose
      ? rows.map(({ contract }) => renderContract(report, contract, style, columns, true, codes))
      : [],
    rows.length === 0
      ? []
      : [tableLines(report, rows, style, tableColumnsFor(width), chainsOf(report, rows)).join("\n")],
    [verdictLines(runVerdict(report), style, columns).join("\n")],
  ];
  return inert(blocks.flat().join("\n\n"));
}

function chainsOf(report: Report, rows: readonly ContractRow[]): readonly Chain<ContractRow>[] {
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
  const groups = Map.groupBy(passedOver, ({ reason, file }) => `${reason} (${file})`);
  return namedBlock(
    "Skipped",
    [...groups].map(([text, group]) => ({ names: group.map(({ name }) => name), text })),
    style,
    width,
  );
}

/** Why matches are not exact, which the table has no room for. */
function weakerBlock(rows: readonly ContractRow[], style: Style, width: number): readonly string[] {
  const weaker = rows.filter(({ contract, verdict }) => isNotExact(contract, verdict));
  const groups = Map.groupBy(weaker, ({ verdict }) => verdict.text);
  return namedBlock(
    "Not exact",
    [...groups].map(([text, group]) => ({ names: group.map(({ name }) => name), text })),
    style,
    width,
  );
}

/** What other services answered, which the table has no room for. */
function forwardedBlock(rows: readonly ContractRow[], style: Style, width: number): readonly string[] {
  const counts = forwardedCounts(rows);
  if (counts.length === 0) return [];
  const rest = counts.length - MOST_REASONS;
  const shown = [...counts.slice(0, MOST_REASONS), ...(rest > 0 ? [`and ${rest} more answers`] : [])];
  const lines = shown.flatMap((text) => wrap(text, width - 2).map((line) => `  ${line}`));
  return [[style.bold("Forwarded"), ...lines].join("\n")];
}

/** A reason is said once, after the names that it is of. */
function namedBlock(
  title: string,
  groups: readonly { readonly names: readonly string[]; readonly text: string }[],
  style: Style,
  width: number,
): readonly string[] {
  if (groups.length === 0) return [];
  const rest = groups.slice(MOST_REASONS).reduce((sum, { names }) => sum + names.length, 0);
  const lines = groups.slice(0, MOST_REASONS).flatMap(({ names, text }) => {
    const unnamed = names.length - MOST_NAMED;
    const shown = [...names.slice(0, MOST_NAMED), ...(unnamed > 0 ? [moreWords(unnamed, "contract")] : [])];
    return wrap(`${shown.join(", ")}: ${text}`, width - 2).map((line) => `  ${line}`);
  });
  return [
    [style.bold(title), ...lines, ...(rest > 0 ? [`  ${moreWords(rest, "contract")}`] : [])].join("\n"),
  ];
}

/** The planned submission of one contract. */
function dryRunBlock(report: Report, { name, contract }: ContractRow, style: Style, width: number): string {
  const facts = dryRunSummary(report, contract);
  return [
    style.bold(cleanText(name)),
    ...facts.flatMap((fact) => labelled(fact, { width, paintLabel: style.dim })),
  ].join("\n");
}
