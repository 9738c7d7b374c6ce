import type { Report } from "../../report/model.ts";
import { coversSeveralChains } from "../../report/report-network.ts";
import { formatDuration } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { countColumns } from "../../text/columns.ts";
import { safeUrl } from "../safe-url.ts";
import { type ContractRow, chainTitle, goodWord, moreWords } from "../words/batch-words.ts";
import { buildWords, networkWords } from "../words/facts.ts";
import { linksForPeople } from "../words/links.ts";
import { shownCount } from "../words/shown-words.ts";
import { shortHex } from "../words/value-words.ts";
import { byChain, getWeight, worstFirst } from "../words/worst-first.ts";
import { cutEnd, pad, type Screen, shorten, wrap } from "./layout.ts";
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

const NAME: Column = { head: "Name", textOf: ({ name }) => name, least: MIN_NAME_COLUMNS, cut: shorten };
const CONTRACT: Column = {
  head: "Contract",
  textOf: ({ contract }) => contract.contract?.name ?? "",
  least: MIN_NAME_COLUMNS,
  cut: shorten,
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
/** Empty for a contract that never started. */
const TIME: Column = {
  head: "Time",
  textOf: ({ contract: { timings } }) => (timings.totalMs === 0 ? "" : formatDuration(timings.totalMs)),
};

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
    return all.flatMap((row) => {
      const url = template === undefined || isHederaEntity(row) ? findLink(row) : undefined;
      return [
        `${style[row.verdict.tone](row.verdict.symbol)} ${line((column) => column.textOf(row))}`,
        ...wrap(row.proxy, width - 4).map((text) => `    ${style.dim(text)}`),
        ...(url === undefined ? [] : [`    ${style.link(cleanText(url))}`]),
      ];
    });
  };
  const below = (text: string) => wrap(text, width - 2).map((each) => `  ${style.dim(each)}`);
  const builds = buildWords(rows.flatMap(({ contract }) => contract.contract ?? []));
  const body = coversSeveralChains(report)
    ? byChain(rows, ({ verdict }) => getWeight(verdict)).flatMap((chain) => [
        ...wrap(chainTitle(chain), width).map((text) => style.bold(text)),
        ...worstRows(chain.rows, lines, style),
        ...linkLine(chain.rows, style),
      ])
    : [
        ...(rows.length > MAX_ROWS ? worstRows(rows, lines, style) : lines(rows)),
        ...(report.network === null ? [] : below(`Chain: ${networkWords(report)}`)),
        ...linkLine(rows, style),
      ];
  return [
    `  ${style.dim(line(({ head }) => head))}`,
    ...body,
    ...(builds === undefined ? [] : below(`Build: ${builds}`)),
  ];
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

/** Empty if there are no links; undefined if the links differ in anything except the address. */
function linkTemplate(rows: readonly ContractRow[]): string | undefined {
  const templates = rows
    .filter((row) => !isHederaEntity(row))
    .flatMap((row) => findLink(row)?.replace(row.address, PLACE_OF_ADDRESS) ?? []);
  const [first = "", ...others] = new Set(templates);
  return first === "" || (others.length === 0 && first.includes(PLACE_OF_ADDRESS)) ? first : undefined;
}

/** An entity's explorer page has a different URL pattern from a contract's page. */
function isHederaEntity({ contract }: ContractRow): boolean {
  return contract.knownCode?.entity !== undefined;
}

function findLink({ contract }: ContractRow): string | undefined {
  return safeUrl(linksForPeople(contract)[0]?.url ?? "");
}

interface Sized {
  readonly column: Column;
  width: number;
}

/** The first set of columns that fits, from the widest to the narrowest. */
function chooseColumns(rows: readonly ContractRow[], width: number): readonly Sized[] {
  const hasOtherNames = rows.some(({ name, contract: { contract } }) => contract && name !== contract.name);
  const all = COLUMNS.filter((column) => column !== CONTRACT || hasOtherNames).flatMap((column) => {
    const widest = rows.reduce((most, row) => Math.max(most, countColumns(cleanText(column.textOf(row)))), 0);
    return widest === 0 ? [] : [{ column, width: Math.max(widest, countColumns(column.head)) }];
  });
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
  shrinkColumns(last, width);
  return last;
}

function dropColumns(
  columns: readonly Sized[],
  dispensable: readonly Column[],
  fits: (columns: readonly Sized[]) => boolean,
): readonly Sized[] {
  let kept = columns;
  for (const each of dispensable) if (!fits(kept)) kept = kept.filter(({ column }) => column !== each);
  return kept;
}

/** Shortens addresses first, because users recognize an address by its ends. */
function shrinkColumns(columns: readonly Sized[], width: number): void {
  const find = (wanted: Column) => columns.find(({ column }) => column === wanted);
  const address = find(ADDRESS);
  if (address !== undefined && total(columns) > width) address.width = SHORT_ADDRESS;
  while (total(columns) > width) {
    const [widest = find(OUTCOME)] = columns
      .filter(({ column, width: now }) => now > (column.least ?? now))
      .sort((one, other) => other.width - one.width);
    if (widest === undefined) return;
    widest.width -= 1;
  }
}

function narrowest(columns: readonly Sized[], forName = MIN_NAME_COLUMNS): number {
  return total(columns, ({ column, width }) =>
    Math.min(column === NAME ? forName : (column.least ?? width), width),
  );
}

function total(columns: readonly Sized[], getWidth = ({ width }: Sized) => width): number {
  return columns.reduce((sum, each) => sum + getWidth(each) + GAP, 0);
}
