import type { Claim, ContractReport, Problem, Report } from "../../report/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { inert } from "../inert.ts";
import { checkCounts } from "../words/check-words.ts";
import { claimGroups, claimStateWords, claimSymbol, claimWords } from "../words/claim-words.ts";
import type { FactLines } from "../words/fact-lines.ts";
import { contractFacts, contractTitle, dryRunFacts, fact } from "../words/facts.ts";
import {
  belowHeadline,
  headline,
  linkFacts,
  onlyLine,
  shortFacts,
  shortHeadline,
  summaryFacts,
} from "../words/summary-facts.ts";
import { contractVerdict, runVerdict } from "../words/verdict.ts";
import { weightOf, worstFirst } from "../words/worst-first.ts";
import { checkLines } from "./checks.ts";
import { columnsFor, labelled, type Paint, pad, wrap } from "./layout.ts";
import { docsLines, evidenceLines, type ProblemLayout, renderProblem } from "./problem.ts";
import type { Style } from "./style.ts";
import { symbolLines, verdictLines } from "./verdict-lines.ts";

/** The last screen of a run, without a line end: each contract, those with a problem first; of several, the run's verdict too. */
export function renderReport(report: Report, style: Style, width: number, isVerbose = false): string {
  const columns = columnsFor(width);
  const isOne = report.contracts.length === 1 && report.error === undefined;
  const contracts = isOne
    ? report.contracts
    : worstFirst(report.contracts, (contract) => weightOf(contractVerdict(contract)));
  const codes = isOne ? undefined : new Set<string>();
  const blocks = [
    ...(isOne ? [] : [verdictLines(runVerdict(report), style, columns).join("\n")]),
    ...(report.error === undefined ? [] : [renderProblem(report.error, style, columns, { codes })]),
    ...contracts.map((contract) =>
      isOne || isVerbose || needsLook(contract)
        ? renderContract(report, contract, style, columns, isVerbose, codes)
        : renderGood(report, contract, style, columns),
    ),
  ];
  if (codes !== undefined)
    blocks.push(...joined([...docsLines(codes, style), ...evidenceLines(report, style)]));
  return inert(blocks.join("\n\n"));
}

function needsLook(contract: ContractReport): boolean {
  return contractVerdict(contract).kind !== "good" && contract.outcome !== "of-others";
}

/** One block of the lines, if there are any. */
export function joined(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** A good contract among others, or one that is not judged. */
function renderGood(report: Report, contract: ContractReport, style: Style, width: number): string {
  return [
    ...headlineLines(report, contract, style, width),
    ...factBlock(shortFacts(contract), style, width),
  ].join("\n");
}

/** The verdict alone, in one line that is never wrapped. */
export function renderQuiet(report: Report, style: Style): string {
  const [only, ...others] = report.contracts;
  const isOne = only !== undefined && others.length === 0 && report.error === undefined;
  const verdict = isOne ? contractVerdict(only) : runVerdict(report);
  const code = report.error === undefined ? "" : ` (${report.error.code})`;
  const text = isOne ? onlyLine(report, only) : `${verdict.text}${code}`;
  return inert(`${style[verdict.tone](verdict.symbol)} ${cleanText(text)}`);
}

/**
 * One contract: its verdict, the problem with its facts, what was found, and the claims.
 *
 * @param isVerbose Whether all facts and all checks are shown.
 * @param codes Collects the codes, where one line explains them all.
 */
export function renderContract(
  report: Report,
  contract: ContractReport,
  style: Style,
  width: number,
  isVerbose = false,
  codes?: ProblemLayout["codes"],
): string {
  const blocks = [
    headlineLines(report, contract, style, width),
    problemBlock(report, contract, style, width, codes),
    factBlock([...pathFact(report, contract, width), ...factsOf(report, contract, isVerbose)], style, width),
    isVerbose ? claimLines(contract, style, width) : claimGroupLines(contract, style, width),
    isVerbose ? allChecks(contract, style, width) : [],
  ];
  return inert(
    blocks
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join("\n"))
      .join("\n\n"),
  );
}

function headlineLines(
  report: Report,
  contract: ContractReport,
  style: Style,
  width: number,
): readonly string[] {
  return [
    ...symbolLines(contractVerdict(contract), headlineOf(report, contract, width), style),
    ...wrap(belowHeadline(contract), width - 2).map((line) => `  ${line}`),
  ];
}

const MOST_HEADLINE_LINES = 2;

/** With its path, if that fits: else the path is a fact of its own. */
function headlineOf(report: Report, contract: ContractReport, width: number): readonly string[] {
  const whole = wrap(headline(report, contract), width - 2);
  return whole.length <= MOST_HEADLINE_LINES ? whole : wrap(shortHeadline(report, contract), width - 2);
}

function pathFact(report: Report, contract: ContractReport, width: number): readonly FactLines[] {
  const { contract: build } = contract;
  const isShown = wrap(headline(report, contract), width - 2).length <= MOST_HEADLINE_LINES;
  return build === null || isShown ? [] : [fact("Contract", [build.fullyQualifiedName])];
}

function factsOf(report: Report, contract: ContractReport, isVerbose: boolean): readonly FactLines[] {
  if (isVerbose)
    return [...contractFacts(report, contract), ...linkFacts(contract, Number.POSITIVE_INFINITY)];
  return contract.outcome === "dry-run" ? dryRunFacts(report, contract) : summaryFacts(contract);
}

function factBlock(facts: readonly FactLines[], style: Style, width: number): readonly string[] {
  return facts.flatMap((fact) => labelled(fact, { width, paintLabel: style.dim }));
}

/** The problem, with the checks that failed in place of its facts about them. */
function problemBlock(
  report: Report,
  contract: ContractReport,
  style: Style,
  width: number,
  codes: ProblemLayout["codes"],
): readonly string[] {
  const { error, checks } = contract;
  const said = new Set(error?.facts.map(({ value }) => value));
  const failed = checks.filter(
    ({ status, expected = "", actual = "" }) =>
      (status === "failed" && !(said.has(expected) && said.has(actual))) ||
      (status === "unknown" && error !== undefined),
  );
  const lines = checkLines(failed, style, width);
  return error === undefined
    ? lines
    : [
        renderProblem(withoutRepeats(error, report, contract), style, width, { between: lines, codes }),
        ...(codes === undefined ? evidenceLines(report, style) : []),
      ];
}

/** Drops the facts that stand elsewhere: in the headline, among the checks and the claims, or beside the address. */
function withoutRepeats(error: Problem, report: Report, contract: ContractReport): Problem {
  const { target, checks, claims = [] } = contract;
  const shown = new Set<string>([...checks, ...claims].map(({ id }) => id));
  const known = new Set([
    contractTitle(contract),
    report.network?.name,
    `${target.address} on chain ${report.network?.chainId}`,
  ]);
  const isRepeated = ({ label, value }: Problem["facts"][number]) =>
    shown.has(label) || shown.has(value) || known.has(value);
  return { ...error, facts: error.facts.filter((fact) => !isRepeated(fact)) };
}

function allChecks({ checks }: ContractReport, style: Style, width: number): readonly string[] {
  return checks.length === 0
    ? []
    : [
        ...wrap(`Checks: ${checkCounts(checks)}`, width).map(style.bold),
        ...checkLines(
          checks.filter(({ status }) => status !== "failed"),
          style,
          width,
        ),
      ];
}

/** Room for the longest name of a claim, with the gap after it. */
const NAME_WIDTH = 16;

/** A line for each claim: symbol, name, who shows it. Longer reasons go on below. */
function claimLines(
  { claims = [], witnesses }: ContractReport,
  style: Style,
  width: number,
): readonly string[] {
  return claims.flatMap((claim) => {
    const [first = "", ...more] = wrap(claimStateWords(claim, witnesses), width - 4 - NAME_WIDTH);
    const symbol = painted(claim.state, style)(claimSymbol(claim));
    return [
      `  ${symbol} ${pad(cleanText(claimWords(claim), NAME_WIDTH - 1), NAME_WIDTH)}${first}`,
      ...more.map((line) => `${" ".repeat(4 + NAME_WIDTH)}${line}`),
    ];
  });
}

/** The claims that are shown in the same way, in one line: "✔ sources, record: proven by …". */
function claimGroupLines(contract: ContractReport, style: Style, width: number): readonly string[] {
  return claimGroups(contract).flatMap(({ claim, symbol, name, words }) =>
    wrap(`${name}: ${words}`, width - 4).map((line, index) =>
      index === 0 ? `  ${painted(claim.state, style)(symbol)} ${line}` : `    ${line}`,
    ),
  );
}

function painted(state: Claim["state"], style: Style): Paint {
  switch (state) {
    case "proven":
      return style.ok;
    case "refuted":
      return style.bad;
    default:
      return style.warn;
  }
}
