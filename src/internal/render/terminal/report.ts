import type { ContractReport, Problem, Report } from "../../report/model.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import { cleanText } from "../../text/clean-text.ts";
import { inert } from "../inert.ts";
import { checkCounts } from "../words/check-words.ts";
import { claimGroups, claimLook, claimStateWords, claimWords } from "../words/claim-words.ts";
import { fact, withoutSaid } from "../words/fact-lines.ts";
import { contractFacts, contractTitle, dryRunFacts } from "../words/facts.ts";
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
import {
  columnsFor,
  factLines,
  pad,
  paragraph,
  type Screen,
  screenOf,
  symbolLines,
  verdictLines,
  wrap,
} from "./layout.ts";
import { docsLines, evidenceLines, hanging, problemLines } from "./problem.ts";
import type { Style } from "./style.ts";

/** The last screen of a run, without a line end: each contract, those with a problem first; of several, the run's verdict too. */
export function renderReport(report: Report, style: Style, width: number, isVerbose = false): string {
  const isOne = report.contracts.length === 1 && report.error === undefined;
  const contracts = isOne
    ? report.contracts
    : worstFirst(report.contracts, (contract) => weightOf(contractVerdict(contract)));
  const codes = isOne ? undefined : new Set<string>();
  const screen = { style, width: columnsFor(width), codes };
  return screenOf([
    isOne ? [] : verdictLines(runVerdict(report), screen),
    report.error === undefined ? [] : problemLines(report.error, screen),
    ...contracts.map((contract) =>
      isOne || isVerbose || needsLook(contract)
        ? [renderContract(report, contract, screen, isVerbose)]
        : [...headlineLines(report, contract, screen), ...factLines(shortFacts(contract), screen)],
    ),
    // Of one contract, its problem has them.
    ...(codes === undefined ? [] : [[...docsLines(codes, style), ...evidenceLines(report, style)]]),
  ]);
}

function needsLook(contract: ContractReport): boolean {
  return contractVerdict(contract).kind !== "good" && OUTCOMES[contract.outcome].isNotJudged !== true;
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
 */
export function renderContract(
  report: Report,
  contract: ContractReport,
  screen: Screen,
  isVerbose = false,
): string {
  const facts = isVerbose
    ? [...contractFacts(report, contract), ...linkFacts(contract, Number.POSITIVE_INFINITY)]
    : contract.outcome === "dry-run"
      ? dryRunFacts(report, contract)
      : summaryFacts(contract);
  const path = pathBeside(report, contract, screen);
  return screenOf([
    headlineLines(report, contract, screen),
    problemBlock(report, contract, screen),
    factLines([...(path === undefined ? [] : [fact("Contract", path)]), ...facts], screen),
    isVerbose ? claimLines(contract, screen) : claimGroupLines(contract, screen),
    isVerbose ? allChecks(contract, screen) : [],
  ]);
}

const MOST_HEADLINE_LINES = 2;

/** A path that would make the headline long, and so is a fact of its own. */
function pathBeside(report: Report, contract: ContractReport, { width }: Screen): string | undefined {
  const whole = wrap(headline(report, contract), width - 2);
  return whole.length <= MOST_HEADLINE_LINES ? undefined : contract.contract?.fullyQualifiedName;
}

function headlineLines(report: Report, contract: ContractReport, screen: Screen): readonly string[] {
  const hasPath = pathBeside(report, contract, screen) === undefined;
  const title = hasPath ? headline(report, contract) : shortHeadline(report, contract);
  return [
    ...symbolLines(contractVerdict(contract), wrap(title, screen.width - 2), screen),
    ...paragraph(belowHeadline(contract), screen),
  ];
}

/** The problem, with the checks that failed in place of its facts about them. */
function problemBlock(report: Report, contract: ContractReport, screen: Screen): readonly string[] {
  const { error, checks } = contract;
  const said = new Set(error?.facts.map(({ value }) => value));
  const failed = checks.filter(
    ({ status, expected = "", actual = "" }) =>
      (status === "failed" && !(said.has(expected) && said.has(actual))) ||
      (status === "unknown" && error !== undefined),
  );
  const lines = checkLines(failed, screen);
  return error === undefined
    ? lines
    : [
        ...problemLines(withoutRepeats(error, report, contract), screen, lines),
        ...(screen.codes === undefined ? evidenceLines(report, screen.style) : []),
      ];
}

/** Without what the headline, the checks, the claims and the address say. */
function withoutRepeats(error: Problem, report: Report, contract: ContractReport): Problem {
  const { target, checks, claims = [] } = contract;
  const { name, chainId } = report.network ?? {};
  const shown = [contractTitle(contract), name, `${target.address} on chain ${chainId}`];
  return withoutSaid(
    error,
    [...checks, ...claims].map(({ id }) => id),
    (value) => shown.includes(value),
  );
}

function allChecks({ checks }: ContractReport, screen: Screen): readonly string[] {
  if (checks.length === 0) return [];
  const others = checks.filter(({ status }) => status !== "failed");
  return [
    ...wrap(`Checks: ${checkCounts(checks)}`, screen.width).map(screen.style.bold),
    ...checkLines(others, screen),
  ];
}

/** Room for the longest name of a claim, with the gap after it. */
const NAME_WIDTH = 16;

/** A line for each claim: symbol, name, who shows it. Longer reasons go on below. */
function claimLines({ claims = [], witnesses }: ContractReport, { style, width }: Screen): readonly string[] {
  return claims.flatMap((claim) => {
    const { tone, symbol } = claimLook(claim.state);
    return hanging(
      `  ${style[tone](symbol)} ${pad(cleanText(claimWords(claim), NAME_WIDTH - 1), NAME_WIDTH)}`,
      4 + NAME_WIDTH,
      wrap(claimStateWords(claim, witnesses), width - 4 - NAME_WIDTH),
    );
  });
}

function claimGroupLines(contract: ContractReport, { style, width }: Screen): readonly string[] {
  return claimGroups(contract).flatMap(({ tone, symbol, text }) =>
    hanging(`  ${style[tone](symbol)} `, 4, wrap(text, width - 4)),
  );
}
