import type { Report } from "../../report/model.ts";
import { skippedNetworks } from "../../report/report-network.ts";
import { formatCount, shortenList } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import {
  type ContractRow,
  contractRows,
  failedRows,
  firstNames,
  moreWords,
  skippedNetworkWords,
} from "../words/batch-words.ts";
import { findCommonStep, groupByCause } from "../words/causes.ts";
import { ACCEPT_LABEL, buildWords, dryRunFacts, FILES_LABEL, outdatedWords } from "../words/facts.ts";
import { forwardedWords } from "../words/forwarded-words.ts";
import { explorerNotes } from "../words/shown-words.ts";
import { isNotExact, runVerdict } from "../words/verdict.ts";
import { causeBlock } from "./batch-failure.ts";
import { tableLines } from "./batch-table.ts";
import {
  columnsFor,
  factLines,
  joinBlocks,
  MAX_TABLE_COLUMNS,
  paragraph,
  type Screen,
  symbolLines,
  wrap,
} from "./layout.ts";
import { closingLine, copyLine, problemLines } from "./problem.ts";
import { renderContract } from "./report.ts";
import type { Style } from "./style.ts";

/** The reports list all reasons. */
const MAX_REASONS = 20;

/**
 * After a failure, the verdict and the run's next step come first, followed by each cause. @param isVerbose True to
 * also show each contract in full.
 */
export function renderBatch(report: Report, style: Style, width: number, isVerbose = false): string {
  const codes = new Set<string>();
  const screen = { style, width: columnsFor(width), codes };
  const tableScreen = { style, width: columnsFor(width, MAX_TABLE_COLUMNS) };
  const rows = contractRows(report);
  const failed = failedRows(rows);
  const commonStep = report.error === undefined ? findCommonStep(failed) : undefined;
  const verdict = [
    ...symbolLines(runVerdict(report), screen),
    ...copyLine("Try", commonStep, style).map((line) => `  ${line}`),
  ];
  const isFailure = failed.length > 0 || report.error !== undefined;
  const weaker = rows.filter(({ contract, verdict }) => isNotExact(contract, verdict));
  return joinBlocks([
    isFailure ? verdict : [],
    report.error === undefined ? [] : problemLines(report.error, screen),
    ...groupByCause(failed).map((cause) => causeBlock(report, cause, screen, commonStep)),
    // The reasons for inexact matches, and other services' responses, for which the table has no room.
    namedBlock("Not exact", weaker, ({ verdict }) => verdict.text, screen),
    ...rows
      .filter(({ contract }) => contract.outcome === "dry-run")
      .map(({ name, contract }) => [
        style.bold(cleanText(name)),
        ...factLines(
          dryRunFacts(report, contract).filter(({ label }) => label !== FILES_LABEL),
          screen,
        ),
      ]),
    noteBlock("Forwarded", rows, ({ forwarded = [] }) => forwarded.map(forwardedWords), screen),
    noteBlock("Explorers", rows, explorerNotes, screen),
    titledBlock(
      "Networks left out",
      skippedNetworks(report).flatMap((each) => paragraph(skippedNetworkWords(each), screen)),
      style,
    ),
    namedBlock("Skipped", report.passedOver, ({ reason, file }) => `${reason} (${file})`, screen),
    namedBlock(
      "Older builds",
      rows.filter(({ contract }) => contract.contract?.outdated !== undefined),
      ({ contract }) => outdatedWords(report, contract.contract).join(),
      screen,
    ),
    ...(isVerbose ? rows.map(({ contract }) => [renderContract(report, contract, screen, true)]) : []),
    rows.length === 0 ? [] : [...tableLines(report, rows, tableScreen), ...buildLines(rows, tableScreen)],
    isFailure ? [] : verdict,
    // Below the changes that it would accept.
    copyLine(ACCEPT_LABEL, report.accept, style),
    closingLine(codes, style, report),
  ]);
}

function buildLines(rows: readonly ContractRow[], { style, width }: Screen): readonly string[] {
  const words = buildWords(rows.flatMap(({ contract }) => contract.contract ?? []));
  return words === undefined
    ? []
    : wrap(cleanText(`Build: ${words}`), width - 2).map((text) => `  ${style.dim(text)}`);
}

function titledBlock(title: string, lines: readonly string[], style: Style): readonly string[] {
  return lines.length === 0 ? [] : [style.bold(title), ...lines];
}

/** Longer lists of names are reduced to a count if no action is needed. */
const MAX_NAMED = 5;

/** Each note appears once, after the names or the number of the contracts it applies to. */
function noteBlock(
  title: string,
  rows: readonly ContractRow[],
  getNotes: (contract: ContractRow["contract"]) => readonly string[],
  screen: Screen,
): readonly string[] {
  const noted = rows.flatMap(({ name, contract }) => getNotes(contract).map((note) => ({ name, note })));
  const lines = [...Map.groupBy(noted, ({ note }) => note)].map(([note, group]) => {
    const isNamed = group.length <= MAX_NAMED;
    return `${isNamed ? group.map(({ name }) => name).join(", ") : formatCount(group.length, "contract")}: ${note}`;
  });
  const shown = shortenList(lines, MAX_REASONS, (rest) => `and ${rest} more`);
  return titledBlock(
    title,
    shown.flatMap((text) => paragraph(text, screen)),
    screen.style,
  );
}

/** Each reason appears once, after the names of the contracts it applies to. */
function namedBlock<Named extends { readonly name: string }>(
  title: string,
  all: readonly Named[],
  getReason: (each: Named) => string,
  screen: Screen,
): readonly string[] {
  const groups = [...Map.groupBy(all, getReason)];
  const rest = groups.slice(MAX_REASONS).reduce((sum, [, { length }]) => sum + length, 0);
  const lines = groups
    .slice(0, MAX_REASONS)
    .flatMap(([reason, group]) => paragraph(`${firstNames(group)}: ${reason}`, screen));
  return titledBlock(
    title,
    [...lines, ...(rest > 0 ? [`  ${moreWords(rest, "contract")}`] : [])],
    screen.style,
  );
}
