import { durationWords } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { columnsOf } from "../../text/columns.ts";
import { type ChainRows, type ContractRow, chainTitle, moreWords } from "../words/batch-words.ts";
import { pad, wrap } from "./layout.ts";
import { shorten } from "./shorten.ts";
import type { Style } from "./style.ts";

interface Column {
  readonly head: string;
  readonly of: (row: ContractRow) => string;
  /** Its minimum width; undefined for a column that is never shortened. */
  readonly least?: number;
}

/** "0x6076…Fbee" */
const SHORT_ADDRESS = 12;
const FEWEST_NAME_COLUMNS = 8;
/** Between columns, and in front of the first one: the symbol and a blank. */
const GAP = 2;

const NAME: Column = { head: "Name", of: ({ name }) => name, least: FEWEST_NAME_COLUMNS };
const CONTRACT: Column = {
  head: "Contract",
  of: ({ contractName }) => contractName,
  least: FEWEST_NAME_COLUMNS,
};
const ADDRESS: Column = { head: "Address", of: ({ address }) => address, least: SHORT_ADDRESS };
const OUTCOME: Column = { head: "Outcome", of: ({ outcome }) => outcome };
const MATCH: Column = { head: "Match", of: ({ match }) => match };
const TIME: Column = { head: "Time", of: ({ contract }) => timeOf(contract.timings.totalMs) };

const COLUMNS = [NAME, CONTRACT, ADDRESS, OUTCOME, MATCH, TIME];
/** The columns that a narrow screen drops first; the reports have them. */
const DISPENSABLE = [CONTRACT, TIME, MATCH];

/** Of a chain: those that are as they should be, when there are more; the reports have all of them. */
const MOST_GOOD = 20;

/**
 * A line for each contract, below a line of headings. Addresses are shortened only if necessary.
 *
 * @param chains The same rows by chain, for a run over several: each chain gets a line of its own above them.
 */
export function tableLines(
  rows: readonly ContractRow[],
  style: Style,
  width: number,
  chains: readonly ChainRows[] = [],
): readonly string[] {
  const columns = fitting(rows, width);
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, index) => pad(shorten(text, widthAt(columns, index)), widthAt(columns, index)))
      .join("  ")
      .trimEnd();
  const lines = (all: readonly ContractRow[]): readonly string[] =>
    all.flatMap((row) => [
      `${style[row.verdict.tone](row.verdict.symbol)} ${line(columns.map(({ column }) => column.of(row)))}`,
      ...wrap(row.proxy, width - 4).map((text) => `    ${style.dim(text)}`),
    ]);
  return [
    `  ${style.dim(line(columns.map(({ column }) => column.head)))}`,
    ...(chains.length === 0
      ? lines(rows)
      : chains.flatMap((chain) => [
          ...wrap(chainTitle(chain), width).map((text) => style.bold(text)),
          ...ofChain(chain, lines, style),
        ])),
  ];
}

/** Worst first, so that the first rows are those to look at. */
function ofChain(
  { rows }: ChainRows,
  lines: (rows: readonly ContractRow[]) => readonly string[],
  style: Style,
): readonly string[] {
  const bad = rows.filter(({ verdict }) => verdict.kind !== "good");
  const good = rows.filter(({ verdict }) => verdict.kind === "good");
  const rest = good.length - MOST_GOOD;
  return [
    ...lines([...bad, ...good.slice(0, MOST_GOOD)]),
    ...(rest > 0 ? [style.dim(`  ${moreWords(rest, "contract")}, verified`)] : []),
  ];
}

interface Sized {
  readonly column: Column;
  readonly width: number;
}

function fitting(rows: readonly ContractRow[], width: number): readonly Sized[] {
  const natural = COLUMNS.map((column) => ({ column, width: widestOf(column, rows) })).filter(
    ({ column, width: widest }) => widest > 0 && (column !== CONTRACT || hasOtherNames(rows)),
  );
  let columns = natural.map(({ column, width: widest }) => ({
    column,
    width: Math.max(widest, columnsOf(column.head)),
  }));
  for (const dispensable of DISPENSABLE) {
    if (narrowest(columns) <= width) break;
    columns = columns.filter(({ column }) => column !== dispensable);
  }
  return shrunk(columns, width);
}

/** One column is enough if every contract has the same name in its deployment record and its build. */
function hasOtherNames(rows: readonly ContractRow[]): boolean {
  return rows.some(({ name, contractName }) => contractName !== "" && name !== contractName);
}

/** Shortens addresses first, because their ends are enough; then the names, the wider one first. */
function shrunk(columns: readonly Sized[], width: number): readonly Sized[] {
  let sized = [...columns];
  const over = (): number => total(sized) - width;
  if (over() > 0) sized = withWidth(sized, ADDRESS, SHORT_ADDRESS);
  while (over() > 0) {
    const [widest] = sized
      .filter(({ column, width: now }) => now > (column.least ?? now))
      .sort((one, other) => other.width - one.width);
    if (widest === undefined) break;
    sized = withWidth(sized, widest.column, widest.width - 1);
  }
  return sized;
}

function withWidth(columns: readonly Sized[], column: Column, width: number): Sized[] {
  return columns.map((each) =>
    each.column === column ? { column, width: Math.min(width, each.width) } : each,
  );
}

function narrowest(columns: readonly Sized[]): number {
  return total(
    columns.map(({ column, width }) => ({ column, width: Math.min(column.least ?? width, width) })),
  );
}

function total(columns: readonly Sized[]): number {
  return columns.reduce((sum, { width }) => sum + width + GAP, 0);
}

function widthAt(columns: readonly Sized[], index: number): number {
  return columns[index]?.width ?? 0;
}

function widestOf(column: Column, rows: readonly ContractRow[]): number {
  return rows.reduce((widest, row) => Math.max(widest, columnsOf(cleanText(column.of(row)))), 0);
}

/** Empty for a contract that was not begun. */
function timeOf(milliseconds: number): string {
  return milliseconds === 0 ? "" : durationWords(milliseconds);
}
