import type { PreflightContract, PreflightReport } from "../../report/preflight/model.ts";
import { formatBytes, formatCount } from "../../text/amounts.ts";
import { moreWords } from "../words/batch-words.ts";
import { fact, likelyFacts } from "../words/fact-lines.ts";
import {
  expectedWords,
  type FindingGroup,
  findingGroups,
  LEVELS,
  preflightFacts,
  preflightVerdict,
  titles,
} from "../words/preflight-words.ts";
import {
  createScreen,
  factLines,
  joinBlocks,
  labelled,
  type Screen,
  symbolLines,
  titledBlock,
  wrap,
} from "./layout.ts";
import { closingLine, copyLine, hanging, problemLines } from "./problem.ts";
import type { Style } from "./style.ts";

/** The reports and `--verbose` list all contracts. */
const MAX_CONTRACTS = 5;

export function renderPreflight(
  report: PreflightReport,
  style: Style,
  width: number,
  isVerbose: boolean,
): string {
  const screen = createScreen(style, width);
  return joinBlocks([
    symbolLines(preflightVerdict(report), screen),
    problemLines(report.error, screen),
    ...findingGroups(report).map((group) => groupLines(group, screen, isVerbose)),
    report.contracts.length === 0 ? [] : countedLines(report, screen, isVerbose),
    ...(isVerbose ? listBlocks(report, screen) : []),
    closingLine(screen),
  ]);
}

function groupLines(group: FindingGroup, screen: Screen, isVerbose: boolean): readonly string[] {
  const { level, code, message, next, facts, contracts } = group;
  const { style, width, codes } = screen;
  const { symbol, tone } = LEVELS[level];
  const most = isVerbose ? contracts.length : MAX_CONTRACTS;
  const rest = contracts.length - most;
  const renderFacts = (all: typeof facts, from: number) =>
    all.flatMap(({ label, value }) => labelled(fact(label, value), screen, from));
  codes?.add(code);
  return [
    ...hanging(`${style[tone](symbol)} ${style[tone](style.bold(code))} `, code.length + 3, message, screen),
    ...contracts
      .slice(0, most)
      .flatMap(({ title, facts: own }) => [
        ...wrap(title, width - 2).map((line) => `  ${style.bold(line)}`),
        ...renderFacts(own, 4),
      ]),
    ...(rest > 0 ? [`  ${moreWords(rest, "contract")}`] : []),
    ...renderFacts([...facts, ...likelyFacts(group)], 2),
    ...copyLine("Try", next, style).map((line) => `  ${line}`),
  ];
}

function countedLines(report: PreflightReport, screen: Screen, isVerbose: boolean): readonly string[] {
  const isPredicted = !report.compile && report.contracts.some(({ shownBy }) => shownBy === "prediction");
  const more: Readonly<Record<string, string>> = {
    ...(isPredicted ? { Basis: "; --compile compiles them here" } : {}),
    ...(isVerbose ? {} : { Discloses: "; --verbose lists them" }),
  };
  const facts = preflightFacts(report);
  // The basis is empty if none of the compiler inputs could be read.
  const shown = facts.some(({ label, value }) => label === "Basis" && value === "")
    ? facts.filter(({ label }) => label === "Left out")
    : facts;
  return factLines(
    shown.map(({ label, value }) => fact(label, `${value}${more[label] ?? ""}`)),
    screen,
  );
}

function listBlocks(report: PreflightReport, screen: Screen): readonly (readonly string[])[] {
  const getTitle = titles(report.contracts);
  const contracts = report.contracts.map((each) => `${getTitle(each)}: ${contractWords(each)}`);
  const files = report.disclosed.files.map(({ path, bytes }) => `${path}: ${formatBytes(bytes)}`);
  return [titledBlock("Contracts", contracts, screen), titledBlock("Disclosed", files, screen)];
}

/** "exact, code 12.3 kB, init code 14.0 kB, discloses 9 files" */
function contractWords(contract: PreflightContract): string {
  const { size, submission } = contract;
  return [
    expectedWords(contract),
    `code ${formatBytes(size.runtime)}`,
    `init code ${formatBytes(size.initCode)}`,
    ...(submission === null ? [] : [`discloses ${formatCount(submission.files.length, "file")}`]),
  ].join(", ");
}
