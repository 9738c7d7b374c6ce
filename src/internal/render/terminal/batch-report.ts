import type { Problem, Report } from "../../report/model.ts";
import { coversSeveralChains, skippedNetworks } from "../../report/report-network.ts";
import { capitalize, formatCount, formatDuration, shortenList } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { countColumns } from "../../text/columns.ts";
import { safeUrl } from "../safe-url.ts";
import {
  type ContractRow,
  chainTitle,
  contractRows,
  failedRows,
  firstNames,
  goodWord,
  moreWords,
  skippedNetworkWords,
} from "../words/batch-words.ts";
import {
  COMPILER,
  findCommonStep,
  findNextStep,
  groupByCause,
  isSharedFact,
  maskOwnValues,
} from "../words/causes.ts";
import { doubtful } from "../words/claim-words.ts";
import { withLine } from "../words/difference-words.ts";
import { explorerNotes, forwardedWords, linksForPeople, shownCount } from "../words/elsewhere-words.ts";
import { dropRepeatedFacts, fact, shortHex } from "../words/fact-lines.ts";
import {
  ACCEPT_LABEL,
  buildWords,
  dryRunFacts,
  FILES_LABEL,
  networkWords,
  outdatedWords,
  showsName,
} from "../words/facts.ts";
import { belowHeadline, unansweredReasons } from "../words/summary-facts.ts";
import { byChain, getWeight, isNotExact, runVerdict, worstFirst } from "../words/verdict.ts";
import {
  createScreen,
  cutEnd,
  factLines,
  joinBlocks,
  MAX_TABLE_COLUMNS,
  pad,
  paragraph,
  type Screen,
  shorten,
  symbolLines,
  titledBlock,
  wrap,
} from "./layout.ts";
import { checkLines, closingLine, copyLine, problemLines } from "./problem.ts";
import { renderContract } from "./report.ts";
import type { Style } from "./style.ts";

/** The reports list all reasons. */
const MAX_REASONS = 20;

/** After a failure, the verdict and the run's next step come first, followed by each cause. */
export function renderBatch(report: Report, style: Style, width: number, isVerbose = false): string {
  const screen = createScreen(style, width);
  const tableScreen = createScreen(style, width, MAX_TABLE_COLUMNS);
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
    problemLines(report.error, screen),
    ...groupByCause(failed).map((cause) => causeBlock(cause, screen, commonStep)),
    // The table has no room for the reasons, or for other services' responses.
    notesBlock("Not exact", weaker, ({ verdict }) => [verdict.text], screen, firstNames),
    ...rows
      .filter(({ contract }) => contract.outcome === "dry-run")
      .map(({ name, contract }) => [
        style.bold(cleanText(name)),
        ...factLines(
          dryRunFacts(report, contract).filter(({ label }) => label !== FILES_LABEL),
          screen,
        ),
      ]),
    notesBlock("Forwarded", rows, ({ contract }) => contract.forwarded?.map(forwardedWords) ?? [], screen),
    notesBlock("Explorers", rows, ({ contract }) => explorerNotes(contract), screen),
    notesBlock("No answer", rows, ({ contract }) => unansweredReasons(contract), screen),
    titledBlock("Networks left out", skippedNetworks(report).map(skippedNetworkWords), screen),
    notesBlock(
      "Skipped",
      report.passedOver,
      ({ reason, file }) => [`${reason} (${file})`],
      screen,
      firstNames,
    ),
    notesBlock(
      "Older builds",
      rows,
      ({ contract }) => outdatedWords(report, contract.contract),
      screen,
      firstNames,
    ),
    ...(isVerbose ? rows.map(({ contract }) => [renderContract(report, contract, screen, true)]) : []),
    rows.length === 0 ? [] : tableLines(report, rows, tableScreen),
    isFailure ? [] : verdict,
    // The command comes after the changes that it accepts.
    copyLine(ACCEPT_LABEL, report.accept, style),
    closingLine(screen, report),
  ]);
}

type Named = Pick<ContractRow, "name">;

/** Longer lists of names are reduced to a count if no action is needed. */
const MAX_NAMED = 5;

function countedNames(all: readonly Named[]): string {
  return all.length > MAX_NAMED
    ? formatCount(all.length, "contract")
    : all.map(({ name }) => name).join(", ");
}

/** Each text appears once, after the names or the number of the contracts that it applies to. */
function notesBlock<Row extends Named>(
  title: string,
  rows: readonly Row[],
  getNotes: (row: Row) => readonly string[],
  screen: Screen,
  called = countedNames,
): readonly string[] {
  const notes = rows.flatMap((row) => getNotes(row).map((text) => ({ name: row.name, text })));
  const lines = [...Map.groupBy(notes, ({ text }) => text)].map(
    ([text, group]) => `${called(group)}: ${text}`,
  );
  return titledBlock(title, shortenList(lines, MAX_REASONS), screen);
}

/** @param commonStep The next step, if the screen has already shown it. */
function causeBlock(
  rows: readonly ContractRow[],
  screen: Screen,
  commonStep: string | undefined,
): readonly string[] {
  const [row, ...others] = rows;
  if (row === undefined) return [];
  const { contract, verdict } = row;
  const isOne = others.length === 0;
  const failed = doubtful(contract.checks);
  const inset = { ...screen, width: screen.width - 2 };
  const path = contract.contract?.fullyQualifiedName ?? "";
  const names = [showsName(path, row.name) ? "" : row.name, path, row.proxy].filter((text) => text !== "");
  const heading = `${capitalize(verdict.label)}: ${isOne ? names.join(", ") : formatCount(rows.length, "contract")}`;
  return [
    ...symbolLines(verdict, screen, heading),
    ...factLines(isOne ? placeFacts(row) : [fact("Contracts", firstNames(rows))], screen),
    // The run's verdict already suggests running it again.
    ...paragraph(belowHeadline(contract).replace(/ ?Run it again\.$/, ""), screen),
    ...(contract.error === undefined
      ? checkLines(failed, screen)
      : problemLines(
          shownProblem(contract.error, row, others, commonStep),
          inset,
          checkLines(failed, inset),
        ).map((line) => `  ${line}`)),
  ];
}

function placeFacts({ address, chain, contract: { deployments, target } }: ContractRow) {
  const id = target.contractId === null ? "" : ` (${target.contractId})`;
  // In a run on a single chain, the table already shows the chain.
  const on = chain === "" ? "" : ` on ${chain}`;
  return [
    fact("Address", `${address}${id}${on}`),
    fact(
      "Named in",
      deployments.map(({ file }) => file),
    ),
  ];
}

/** For several contracts, also drops facts that differ between them. */
function shownProblem(
  { next: _, ...error }: Problem,
  row: ContractRow,
  others: readonly ContractRow[],
  commonStep: string | undefined,
): Problem {
  const { contract, address } = row;
  const next = findNextStep([row, ...others]);
  const own = dropRepeatedFacts(
    withLine({ ...error, ...(next === undefined || next === commonStep ? {} : { next }) }, contract),
    contract.checks.map(({ id }) => id),
    (value) => value.startsWith(address) || value === contract.contract?.fullyQualifiedName,
  );
  if (others.length === 0) {
    const message = error.message.replaceAll(address, "this address");
    return { ...own, message: error.message.startsWith(address) ? capitalize(message) : message };
  }
  const compilers = [
    ...new Set([row, ...others].flatMap((each) => each.contract.contract?.compilerVersion ?? [])),
  ];
  const [compiler = COMPILER, ...more] = compilers;
  const shared = (text: string): string => {
    const shown = maskOwnValues(text, row);
    return more.length === 0 ? shown.replaceAll(COMPILER, compiler) : shown;
  };
  const said = own.facts
    .filter((each) => isSharedFact(each, row, others))
    .map(({ label, value }) => ({ label, value: shared(value) }))
    // A value that is only a placeholder says nothing.
    .filter(({ value }) => !/^<\w+>$/.test(value));
  return {
    ...own,
    message: shared(error.message),
    facts: said.some(({ value }) => value.includes(COMPILER))
      ? [...said, { label: "Needed", value: compilers.join(", ") }]
      : said,
  };
}

interface Column {
  readonly head: string;
  readonly textOf: (row: ContractRow) => string;
  /** @default cuts the end */
  readonly cut?: (text: string, width: number) => string;
}

/** "0x6076…fbee" */
const SHORT_ADDRESS = 11;
/** Columns are left out before names become shorter than this. */
const MIN_NAME_COLUMNS = 10;
/** Before the first column, the gap holds the symbol and a space. */
const GAP = 2;

const NAME: Column = { head: "Name", textOf: ({ name }) => name, cut: shorten };
const CONTRACT: Column = { head: "Contract", textOf: ({ contract }) => contract.contract?.name ?? "" };
const ADDRESS: Column = {
  head: "Address",
  textOf: ({ address }) => address,
  cut: (text, width) => shorten(countColumns(text) <= width ? text : shortHex(text), width),
};
const ID: Column = { head: "Id", textOf: ({ contract }) => contract.target.contractId ?? "" };
/** Never shortened, because a truncated outcome can mislead: "verified (runtime co…". */
const OUTCOME: Column = { head: "Outcome", textOf: ({ outcome }) => outcome };
const MATCH: Column = { head: "Match", textOf: ({ match }) => match };
const SHOWN: Column = { head: "Explorers", textOf: ({ contract }) => shownCount(contract) };
/** Empty for a contract that never started. */
const TIME: Column = {
  head: "Time",
  textOf: ({ contract: { timings } }) => (timings.totalMs === 0 ? "" : formatDuration(timings.totalMs)),
};

const COLUMNS = [NAME, CONTRACT, ADDRESS, ID, OUTCOME, MATCH, SHOWN, TIME];

/**
 * The columns left out of a table with full names. Full addresses are tried before short ones, because users copy them.
 */
const WHOLE_NAMES = [[], [TIME], [TIME, CONTRACT]];
/** The columns left out of a table with short names and short addresses. */
const SHORT_NAMES = [
  [TIME, CONTRACT, ID],
  [TIME, CONTRACT, ID, SHOWN],
  [TIME, CONTRACT, ID, SHOWN, MATCH],
  [TIME, CONTRACT, ID, SHOWN, MATCH, ADDRESS],
];

/** A longer table shows only some of the good contracts, as does every table for several chains. */
const MAX_ROWS = 100;

/** The reports list all good contracts. */
const MAX_GOOD_ROWS = 20;

/** In a run over several chains, each chain has its own line above its rows. */
function tableLines(
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
    ? byChain(rows, getWeight).flatMap((chain) => [
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
    getWeight,
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

/** An explorer's page for an entity has a different URL pattern from its page for a contract. */
function isHederaEntity({ contract }: ContractRow): boolean {
  return contract.knownCode?.entity !== undefined;
}

function findLink({ contract }: ContractRow): string | undefined {
  return safeUrl(linksForPeople(contract)[0]?.url ?? "");
}

interface Sized {
  readonly column: Column;
  readonly width: number;
}

function chooseColumns(rows: readonly ContractRow[], width: number): readonly Sized[] {
  const hasOtherNames = rows.some(({ name, contract: { contract } }) => contract && name !== contract.name);
  const all = COLUMNS.filter((column) => column !== CONTRACT || hasOtherNames).flatMap((column) => {
    const widest = rows.reduce((most, row) => Math.max(most, countColumns(cleanText(column.textOf(row)))), 0);
    return widest === 0 ? [] : [{ column, width: Math.max(widest, countColumns(column.head)) }];
  });
  const without = (dropped: readonly Column[]) => all.filter(({ column }) => !dropped.includes(column));
  const fits = (columns: readonly Sized[]) => total(columns) <= width;
  const whole = WHOLE_NAMES.map(without);
  const short = SHORT_NAMES.map((dropped) => shortenNames(shortenAddresses(without(dropped)), width));
  return [...whole, ...whole.map(shortenAddresses), ...short].find(fits) ?? short.at(-1) ?? all;
}

function shortenAddresses(columns: readonly Sized[]): readonly Sized[] {
  return columns.map((each) => (each.column === ADDRESS ? { ...each, width: SHORT_ADDRESS } : each));
}

/** Names get the rest of the line. */
function shortenNames(columns: readonly Sized[], width: number): readonly Sized[] {
  const others = total(columns.filter(({ column }) => column !== NAME));
  const room = Math.max(width - others - GAP, MIN_NAME_COLUMNS);
  return columns.map((each) =>
    each.column === NAME ? { ...each, width: Math.min(each.width, room) } : each,
  );
}

function total(columns: readonly Sized[]): number {
  return columns.reduce((sum, { width }) => sum + width + GAP, 0);
}
