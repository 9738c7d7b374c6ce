import type { PreflightContract, PreflightReport } from "../../report/preflight/model.ts";
import { bytesWords, countWords } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { inert } from "../inert.ts";
import { moreWords } from "../words/batch-words.ts";
import {
  disclosedWords,
  expectedWords,
  type FindingGroup,
  findingGroups,
  leftOutWords,
  preflightVerdict,
  shownByWords,
  titles,
} from "../words/preflight-words.ts";
import { columnsFor, labelled, wrap } from "./layout.ts";
import { docsLines, linkedCode, renderProblem } from "./problem.ts";
import type { Style } from "./style.ts";
import { verdictLines } from "./verdict-lines.ts";

/** The reports and `--verbose` have all of them. */
const MOST_CONTRACTS = 5;

/** The screen of a preflight, without a line end: the verdict, the findings by their cause, and what is counted. */
export function renderPreflight(
  report: PreflightReport,
  style: Style,
  width: number,
  isVerbose: boolean,
): string {
  const columns = columnsFor(width);
  const codes = new Set<string>();
  const blocks = [
    verdictLines(preflightVerdict(report), style, columns),
    ...(report.error === undefined ? [] : [[renderProblem(report.error, style, columns, { codes })]]),
    ...findingGroups(report).map((group) => groupLines(group, style, columns, isVerbose, codes)),
    ...blockOf(docsLines(codes, style)),
    ...(report.contracts.length === 0 ? [] : [factLines(report, style, columns, isVerbose)]),
    ...(isVerbose ? listBlocks(report, style, columns) : []),
  ];
  return inert(blocks.map((lines) => lines.join("\n")).join("\n\n"));
}

function blockOf(lines: readonly string[]): readonly (readonly string[])[] {
  return lines.length === 0 ? [] : [lines];
}

function groupLines(
  group: FindingGroup,
  style: Style,
  width: number,
  isVerbose: boolean,
  codes: Set<string>,
): readonly string[] {
  const { level, code, message, likely, next, facts, contracts } = group;
  const [symbol, paint] = level === "error" ? (["✖", style.bad] as const) : (["!", style.warn] as const);
  const most = isVerbose ? contracts.length : MOST_CONTRACTS;
  const indent = code.length + 3;
  const options = { width, paintLabel: style.dim };
  const rest = contracts.length - most;
  codes.add(code);
  return [
    ...wrap(message, width - indent).map((line, index) =>
      index === 0
        ? `${paint(symbol)} ${linkedCode(code, style, paint)} ${line}`
        : `${" ".repeat(indent)}${line}`,
    ),
    ...contracts
      .slice(0, most)
      .flatMap(({ title, facts: own }) => [
        ...wrap(title, width - 2).map((line) => `  ${style.bold(line)}`),
        ...own.flatMap(({ label, value }) =>
          labelled({ label, lines: [{ text: value }] }, { ...options, indent: 4 }),
        ),
      ]),
    ...(rest > 0 ? [`  ${moreWords(rest, "contract")}`] : []),
    ...facts.flatMap(({ label, value }) => labelled({ label, lines: [{ text: value }] }, options)),
    ...labelled({ label: "Likely", lines: likely === undefined ? [] : [{ text: likely }] }, options),
    // Never wrapped, because users copy it.
    ...(next === undefined ? [] : [`  ${style.bold("Try:")} ${cleanText(next)}`]),
  ];
}

function factLines(
  report: PreflightReport,
  style: Style,
  width: number,
  isVerbose: boolean,
): readonly string[] {
  const leftOut = leftOutWords(report);
  const basis = shownByWords(report);
  const isPredicted = !report.compile && report.contracts.some(({ shownBy }) => shownBy === "prediction");
  const facts = [
    ...(basis === ""
      ? []
      : ([
          ["Basis", `${basis}${isPredicted ? "; --compile compiles them here" : ""}`],
          ["Discloses", `${disclosedWords(report)}${isVerbose ? "" : "; --verbose lists them"}`],
        ] as const)),
    ...(leftOut === "" ? [] : [["Left out", leftOut] as const]),
  ] as const;
  return facts.flatMap(([label, text]) =>
    labelled({ label, lines: [{ text }] }, { width, paintLabel: style.dim }),
  );
}

function listBlocks(report: PreflightReport, style: Style, width: number): readonly (readonly string[])[] {
  const titleOf = titles(report.contracts);
  const line = (lead: string, text: string) =>
    labelled({ label: "", lines: [{ text: `${lead}: ${text}` }] }, { width, column: 0 });
  return [
    [
      style.bold("Contracts"),
      ...report.contracts.flatMap((contract) => line(titleOf(contract), contractWords(contract))),
    ],
    [
      style.bold("Disclosed"),
      ...report.disclosed.files.flatMap(({ path, bytes }) => line(path, bytesWords(bytes))),
    ],
  ];
}

/** "exact, code 12.3 kB, init code 14.0 kB, discloses 9 files" */
function contractWords(contract: PreflightContract): string {
  const { size, submission } = contract;
  return [
    expectedWords(contract),
    `code ${bytesWords(size.runtime)}`,
    `init code ${bytesWords(size.initCode)}`,
    ...(submission === null ? [] : [`discloses ${countWords(submission.files.length, "file")}`]),
  ].join(", ");
}
