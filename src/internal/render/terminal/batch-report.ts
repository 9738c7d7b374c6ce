import type { Problem, Report } from "../../report/model.ts";
import { skippedNetworks } from "../../report/report-network.ts";
import { capitalize, formatCount, shortenList } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import {
  type ContractRow,
  contractRows,
  failedRows,
  firstNames,
  skippedNetworkWords,
} from "../words/batch-words.ts";
import {
  COMPILER,
  findCommonStep,
  findNextStep,
  groupByCause,
  isPlaceholder,
  isSharedFact,
  maskOwnValues,
} from "../words/causes.ts";
import { doubtful } from "../words/claim-words.ts";
import { withLine } from "../words/difference-words.ts";
import { explorerNotes, forwardedWords } from "../words/elsewhere-words.ts";
import { dropRepeatedFacts, fact } from "../words/fact-lines.ts";
import { ACCEPT_LABEL, dryRunFacts, FILES_LABEL, outdatedWords, showsName } from "../words/facts.ts";
import { belowHeadline, unansweredReasons } from "../words/summary-facts.ts";
import { isNotExact, runVerdict } from "../words/verdict.ts";
import { tableLines } from "./batch-table.ts";
import { checkLines } from "./checks.ts";
import {
  createScreen,
  factLines,
  joinBlocks,
  MAX_TABLE_COLUMNS,
  paragraph,
  type Screen,
  symbolLines,
  titledBlock,
} from "./layout.ts";
import { closingLine, copyLine, problemLines } from "./problem.ts";
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
    report.error === undefined ? [] : problemLines(report.error, screen),
    ...groupByCause(failed).map((cause) => causeBlock(cause, screen, commonStep)),
    // The table has no room for the reasons, or for other services' responses.
    groupedBlock(
      "Not exact",
      weaker.map(({ name, verdict }) => ({ name, text: verdict.text })),
      screen,
    ),
    ...rows
      .filter(({ contract }) => contract.outcome === "dry-run")
      .map(({ name, contract }) => [
        style.bold(cleanText(name)),
        ...factLines(
          dryRunFacts(report, contract).filter(({ label }) => label !== FILES_LABEL),
          screen,
        ),
      ]),
    notesBlock("Forwarded", rows, ({ forwarded = [] }) => forwarded.map(forwardedWords), screen),
    notesBlock("Explorers", rows, explorerNotes, screen),
    notesBlock("No answer", rows, unansweredReasons, screen),
    titledBlock("Networks left out", skippedNetworks(report).map(skippedNetworkWords), screen),
    groupedBlock(
      "Skipped",
      report.passedOver.map(({ name, reason, file }) => ({ name, text: `${reason} (${file})` })),
      screen,
    ),
    groupedBlock(
      "Older builds",
      rows.flatMap(({ name, contract }) =>
        outdatedWords(report, contract.contract).map((text) => ({ name, text })),
      ),
      screen,
    ),
    ...(isVerbose ? rows.map(({ contract }) => [renderContract(report, contract, screen, true)]) : []),
    rows.length === 0 ? [] : tableLines(report, rows, tableScreen),
    isFailure ? [] : verdict,
    // The command comes after the changes that it accepts.
    copyLine(ACCEPT_LABEL, report.accept, style),
    closingLine(screen, report),
  ]);
}

interface Note {
  readonly name: string;
  readonly text: string;
}

/** Longer lists of names are reduced to a count if no action is needed. */
const MAX_NAMED = 5;

function notesBlock(
  title: string,
  rows: readonly ContractRow[],
  getNotes: (contract: ContractRow["contract"]) => readonly string[],
  screen: Screen,
): readonly string[] {
  const notes = rows.flatMap(({ name, contract }) => getNotes(contract).map((text) => ({ name, text })));
  return groupedBlock(title, notes, screen, (group) =>
    group.length > MAX_NAMED
      ? formatCount(group.length, "contract")
      : group.map(({ name }) => name).join(", "),
  );
}

/** Each text appears once, after the names or the number of the contracts it applies to. */
function groupedBlock(
  title: string,
  notes: readonly Note[],
  screen: Screen,
  called: (group: readonly Note[]) => string = firstNames,
): readonly string[] {
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
    .filter(({ value }) => !isPlaceholder(value));
  return {
    ...own,
    message: shared(error.message),
    facts: said.some(({ value }) => value.includes(COMPILER))
      ? [...said, { label: "Needed", value: compilers.join(", ") }]
      : said,
  };
}
