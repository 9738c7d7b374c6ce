import type { Report } from "../../report/model.ts";
import { coversSeveralChains } from "../../report/report-network.ts";
import { formatDuration } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { countColumns, takeHead } from "../../text/columns.ts";
import { safeUrl } from "../safe-url.ts";
import { type ContractRow, chainTitle, goodWord, moreWords } from "../words/batch-words.ts";
import { networkWords } from "../words/facts.ts";
import { linksForPeople } from "../words/links.ts";
import { shownCount } from "../words/shown-words.ts";
import { shortHex } from "../words/value-words.ts";
import { byChain, getWeight, worstFirst } from "../words/worst-first.ts";
import { cutStart, pad, type Screen, shorten, wrap } from "./layout.ts";
import type { Style } from "./style.ts";

interface Column {
  readonly head: string;
  readonly textOf: (row: ContractRow) => string;
  /** Undefined for a column that is never shortened. */
  readonly least?: number;
  /** @default cuts the end */
  readonly cut?: (text: string, width: number) => string;
}

/** "0x6076…fbee" */
const SHORT_ADDRESS = 11;
const MIN_NAME_COLUMNS = 8;
/** Names are shortened further only after all optional columns are dropped. */
const READABLE_NAME_COLUMNS = 32;
/** Before the first column, the gap holds the symbol and a space. */
const GAP = 2;

const NAME: Column = { head: "Name", textOf: ({ name }) => name, least: MIN_NAME_COLUMNS, cut: cutStart };
const CONTRACT: Column = {
  head: "Contract",
  textOf: ({ contract }) => contract.contract?.name ?? "",
  least: MIN_NAME_COLUMNS,
  cut: cutStart,
};
const ADDRESS: Column = {
  head: "Address",
  textOf: ({ address }) => address,
  least: SHORT_ADDRESS,
  cut: (text, width) => shorten(countColumns(text) <= width ? text : shortHex(text), width),
};
const ID: Column = { head: "Id", textOf: ({ contract }) => contract.target.contractId ?? "" };
/** A truncated outcome can mislead: "verified (runtime co…". All other columns are cut first. */
const OUTCOME: Column = { head: "Outcome", textOf: ({ outcome }) => outcome };
const MATCH: Column = { head: "Match", textOf: ({ match }) => match };
const SHOWN: Column = { head: "Explorers", textOf: ({ contract }) => shownCount(contract) };
const TIME: Column = { head: "Time", textOf: ({ contract }) => formatTime(contract) };

const COLUMNS = [NAME, CONTRACT, ADDRESS, ID, OUTCOME, MATCH, SHOWN, TIME];
/** Dropped before addresses are shortened, because users copy full addresses. */
const LESS_THAN_ADDRESSES = [TIME, CONTRACT];

/** A longer table limits the number of good contracts, as a table for several chains always does. */
const MAX_ROWS = 100;

/** The reports list all good contracts. */
const MAX_GOOD_ROWS = 20;

/** In a run over several chains, each chain has its own line above its rows. */
export function tableLines(
  report: Report,
  rows: readonly ContractRow[],
  { style, width }: Screen,
): readonly string[] {
  const columns = chooseColumns(rows, width);
  const line = (textOf: (column: Column) => string): string =>
    columns
      .map(({ column, width: most }) => pad((column.cut ?? cutEnd)(textOf(column), most), most))
      .join("  ")
      .trimEnd();
  const lines = (all: readonly ContractRow[]): readonly string[] => {
    const template = linkTemplate(all);
    return all.flatMap((row) => [
      `${style[row.verdict.tone](row.verdict.symbol)} ${line((column) => column.textOf(row))}`,
      ...wrap(row.proxy, width - 4).map((text) => `    ${style.dim(text)}`),
      ...(template === undefined || isHederaEntity(row)
        ? findLink(row).map((url) => `    ${style.link(cleanText(url))}`)
        : []),
    ]);
  };
  const heads = `  ${style.dim(line(({ head }) => head))}`;
  if (coversSeveralChains(report))
    return [
      heads,
      ...byChain(rows, ({ verdict }) => getWeight(verdict)).flatMap((chain) => [
        ...wrap(chainTitle(chain), width).map((text) => style.bold(text)),
        ...worstRows(chain.rows, lines, style),
        ...linkLine(chain.rows, style),
      ]),
    ];
  return [
    heads,
    ...(rows.length > MAX_ROWS ? worstRows(rows, lines, style) : lines(rows)),
    ...(report.network === null
      ? []
      : wrap(`Chain: ${networkWords(report)}`, width - 2).map((text) => `  ${style.dim(text)}`)),
    ...linkLine(rows, style),
  ];
}

function cutEnd(text: string, width: number): string {
  const clean = cleanText(text);
  return countColumns(clean) <= width ? clean : `${takeHead(clean, width - 1)}…`;
}

/** Never wrapped, because users copy it. */
function linkLine(rows: readonly ContractRow[], style: Style): readonly string[] {
  const template = linkTemplate(rows);
  return template === undefined || template === "" ? [] : [`  ${style.dim("Link: ")} ${cleanText(template)}`];
}

/** Any other label needs attention, such as one that mentions an open claim. */
const PLAIN: ReadonlySet<string> = new Set(["verified", "already verified", "as locked"]);

/** Worst first. Further good rows are only counted. */
function worstRows(
  rows: readonly ContractRow[],
  lines: (rows: readonly ContractRow[]) => readonly string[],
  style: Style,
): readonly string[] {
  const bad = worstFirst(
    rows.filter(({ verdict }) => verdict.kind !== "good"),
    ({ verdict }) => getWeight(verdict),
  );
  const good = worstFirst(
    rows.filter(({ verdict }) => verdict.kind === "good"),
    ({ verdict }) => (PLAIN.has(verdict.label) ? 1 : 0),
  );
  const rest = good.length - MAX_GOOD_ROWS;
  return [
    ...lines([...bad, ...good.slice(0, MAX_GOOD_ROWS)]),
    ...(rest > 0 ? [style.dim(`  ${moreWords(rest, "contract")}, ${goodWord(good)}`)] : []),
  ];
}

const PLACE_OF_ADDRESS = "<address>";

/**
 * The links with a placeholder for the address; empty without links, undefined if they differ in more than the address.
 */
function linkTemplate(rows: readonly ContractRow[]): string | undefined {
  const templates = new Set(
    rows
      .filter((row) => !isHederaEntity(row))
      .flatMap((row) => findLink(row).map((url) => url.replace(row.address, PLACE_OF_ADDRESS))),
  );
  const [first, ...others] = templates;
  if (first === undefined) return "";
  return others.length === 0 && first.includes(PLACE_OF_ADDRESS) ? first : undefined;
}

/** An entity's explorer page has a different URL pattern from a contract's page. */
function isHederaEntity({ contract }: ContractRow): boolean {
  return contract.knownCode?.entity !== undefined;
}

function findLink({ contract }: ContractRow): readonly string[] {
  return linksForPeople(contract)
    .slice(0, 1)
    .flatMap(({ url }) => safeUrl(url) ?? []);
}

interface Sized {
  readonly column: Column;
  readonly width: number;
}

/** The first set of columns that fits, from the widest to the narrowest. */
function chooseColumns(rows: readonly ContractRow[], width: number): readonly Sized[] {
  const all = COLUMNS.map((column) => ({ column, width: measureColumn(column, rows) }))
    .filter(({ column, width: widest }) => widest > 0 && (column !== CONTRACT || hasOtherNames(rows)))
    .map(({ column, width: widest }) => ({ column, width: Math.max(widest, countColumns(column.head)) }));
  const complete = dropColumns(all, LESS_THAN_ADDRESSES, (columns) => total(columns) <= width);
  if (total(complete) <= width) return complete;
  const named = dropColumns(
    all,
    LESS_THAN_ADDRESSES,
    (columns) => narrowest(columns, READABLE_NAME_COLUMNS) <= width,
  );
  // An id is enough to find a contract.
  const hasIds = rows.every(({ contract }) => contract.target.contractId !== null);
  const last = dropColumns(
    named,
    [hasIds ? ADDRESS : ID, MATCH, SHOWN, hasIds ? ID : ADDRESS],
    (columns) => narrowest(columns) <= width,
  );
  return shrinkColumns(last, width);
}

function dropColumns(
  columns: readonly Sized[],
  dispensable: readonly Column[],
  fits: (columns: readonly Sized[]) => boolean,
): readonly Sized[] {
  const [first, ...others] = dispensable;
  return first === undefined || fits(columns)
    ? columns
    : dropColumns(
        columns.filter(({ column }) => column !== first),
        others,
        fits,
      );
}

/** Otherwise, one name column is enough. */
function hasOtherNames(rows: readonly ContractRow[]): boolean {
  return rows.some(({ name, contract: { contract } }) => contract !== null && name !== contract.name);
}

/** Shortens addresses first, because users recognize an address by its ends. */
function shrinkColumns(columns: readonly Sized[], width: number): readonly Sized[] {
  let sized = columns;
  const over = (): number => total(sized) - width;
  if (over() > 0) sized = withWidth(sized, ADDRESS, SHORT_ADDRESS);
  while (over() > 0) {
    const [widest] = sized
      .filter(({ column, width: now }) => now > (column.least ?? now))
      .sort((one, other) => other.width - one.width);
    if (widest === undefined) return withWidth(sized, OUTCOME, getWidth(sized, OUTCOME) - over());
    sized = withWidth(sized, widest.column, widest.width - 1);
  }
  return sized;
}

function getWidth(columns: readonly Sized[], wanted: Column): number {
  return columns.find(({ column }) => column === wanted)?.width ?? 0;
}

function withWidth(columns: readonly Sized[], column: Column, width: number): readonly Sized[] {
  return columns.map((each) =>
    each.column === column ? { column, width: Math.min(width, each.width) } : each,
  );
}

function narrowest(columns: readonly Sized[], forName = MIN_NAME_COLUMNS): number {
  return total(columns, ({ column, width }) =>
    Math.min(column === NAME ? forName : (column.least ?? width), width),
  );
}

function total(columns: readonly Sized[], getWidth = ({ width }: Sized) => width): number {
  return columns.reduce((sum, each) => sum + getWidth(each) + GAP, 0);
}

function measureColumn(column: Column, rows: readonly ContractRow[]): number {
  return rows.reduce((widest, row) => Math.max(widest, countColumns(cleanText(column.textOf(row)))), 0);
}

/** Empty for a contract that never started. */
function formatTime({ timings }: ContractRow["contract"]): string {
  return timings.totalMs === 0 ? "" : formatDuration(timings.totalMs);
}
