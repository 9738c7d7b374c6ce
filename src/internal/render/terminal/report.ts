import type { Check, ContractReport, Problem, Report } from "../../report/model.ts";
import { OUTCOMES } from "../../report/outcome.ts";
import { cleanText } from "../../text/clean-text.ts";
import { inert } from "../inert.ts";
import {
  CHECK_SYMBOLS,
  checkCounts,
  claimGroups,
  claimLook,
  claimStateWords,
  claimWords,
  shownClaims,
} from "../words/claim-words.ts";
import { withLine } from "../words/difference-words.ts";
import { dropRepeatedFacts, fact } from "../words/fact-lines.ts";
import { contractTitle } from "../words/facts.ts";
import {
  belowHeadline,
  detailedFacts,
  headline,
  mainFacts,
  onlyLine,
  shortFacts,
} from "../words/summary-facts.ts";
import { contractVerdict, getWeight, missedText, runVerdict, worstFirst } from "../words/verdict.ts";
import {
  createScreen,
  factLines,
  joinBlocks,
  pad,
  paragraph,
  type Screen,
  symbolLines,
  wrap,
} from "./layout.ts";
import { checkLines, closingLine, hanging, problemLines } from "./problem.ts";
import type { Style } from "./style.ts";

/** Problems come first. The run's verdict is shown only if there are several contracts. */
export function renderReport(report: Report, style: Style, width: number, isVerbose = false): string {
  const isOne = report.contracts.length === 1 && report.error === undefined;
  const contracts = isOne
    ? report.contracts
    : worstFirst(report.contracts, (contract) => getWeight({ verdict: contractVerdict(contract) }));
  const screen = createScreen(style, width);
  return joinBlocks([
    isOne ? [] : symbolLines(runVerdict(report), screen),
    problemLines(report.error, screen),
    ...contracts.map((contract) =>
      isOne || isVerbose || needsAttention(contract)
        ? [renderContract(report, contract, screen, isVerbose)]
        : [...headlineLines(report, contract, screen), ...factLines(shortFacts(report, contract), screen)],
    ),
    closingLine(screen, report),
  ]);
}

function needsAttention(contract: ContractReport): boolean {
  return contractVerdict(contract).kind !== "good" && OUTCOMES[contract.outcome].isNotJudged !== true;
}

/** Never wrapped. */
export function renderQuiet(report: Report, style: Style): string {
  const [only, ...others] = report.contracts;
  const isOne = only !== undefined && others.length === 0 && report.error === undefined;
  const missed = missedText(report);
  const verdict = isOne ? contractVerdict(only) : runVerdict(report);
  const code = report.error === undefined ? "" : ` (${report.error.code})`;
  const text = isOne ? `${onlyLine(report, only)}${missed && `.${missed}`}` : `${verdict.text}${code}`;
  return inert(`${style[verdict.tone](verdict.symbol)} ${cleanText(text)}`);
}

/** @param isVerbose True to show all facts and all checks. */
export function renderContract(
  report: Report,
  contract: ContractReport,
  screen: Screen,
  isVerbose = false,
): string {
  const facts = (isVerbose ? detailedFacts : mainFacts)(report, contract);
  const path = pathBeside(report, contract, screen);
  const error = contract.error && withoutRepeats(contract.error, report, contract);
  // The failed checks replace the facts about them.
  const failures = checkLines(shownFailures(contract), screen);
  return joinBlocks([
    headlineLines(report, contract, screen),
    problemLines(error, screen, failures),
    factLines([...(path === undefined ? [] : [fact("Contract", path)]), ...facts], screen),
    isVerbose ? claimLines(contract, screen) : claimGroupLines(contract, error, screen),
    isVerbose ? allChecks(contract, screen) : [],
  ]);
}

const MAX_HEADLINE_LINES = 2;

/** Undefined if the path fits into the headline. */
function pathBeside(report: Report, contract: ContractReport, { width }: Screen): string | undefined {
  const whole = wrap(headline(report, contract), width - 2);
  return whole.length <= MAX_HEADLINE_LINES ? undefined : contract.contract?.fullyQualifiedName;
}

function headlineLines(report: Report, contract: ContractReport, screen: Screen): readonly string[] {
  const path = pathBeside(report, contract, screen);
  const whole = headline(report, contract);
  const title = path === undefined ? whole : whole.replace(path, contract.contract?.name ?? path);
  return [
    ...symbolLines(contractVerdict(contract), screen, title),
    ...paragraph(belowHeadline(contract), screen),
  ];
}

function shownFailures({ error, checks }: ContractReport): readonly Check[] {
  const said = new Set(error?.facts.map(({ value }) => value));
  return checks.filter(
    ({ status, expected = "", actual = "" }) =>
      (status === "failed" && !(said.has(expected) && said.has(actual))) ||
      (status === "unknown" && error !== undefined),
  );
}

/** The headline, the checks, the claims or the address already show them. */
function withoutRepeats(error: Problem, report: Report, contract: ContractReport): Problem {
  const { target, checks, claims = [] } = contract;
  const { name, chainId } = report.network ?? {};
  const reasons = shownFailures(contract).map(({ reason = "" }) => reason.replace(/\.$/, ""));
  const shown = [contractTitle(contract), name, `${target.address} on chain ${chainId}`, ...reasons];
  return dropRepeatedFacts(
    withLine(error, contract),
    [...checks, ...claims].map(({ id }) => id),
    (value) => shown.includes(value),
  );
}

function allChecks({ checks }: ContractReport, screen: Screen): readonly string[] {
  if (checks.length === 0) return [];
  const shown = checks.filter(({ status }) => status === "passed" || status === "unknown");
  const skipped = Map.groupBy(
    checks.filter(({ status }) => status === "skipped"),
    ({ reason = "" }) => reason,
  );
  return [
    ...wrap(`Checks: ${checkCounts(checks)}`, screen.width).map(screen.style.bold),
    ...checkLines(shown, screen),
    ...[...skipped].flatMap(([reason, same]) =>
      hanging(
        `  ${screen.style.dim(CHECK_SYMBOLS.skipped)} `,
        4,
        `${same.map(({ id }) => id).join(", ")}: ${reason}`,
        screen,
      ),
    ),
  ];
}

/** The longest claim name and a gap. */
const NAME_WIDTH = 16;

function claimLines(contract: ContractReport, screen: Screen): readonly string[] {
  return shownClaims(contract).flatMap((claim) => {
    const { tone, symbol } = claimLook(claim);
    return hanging(
      `  ${screen.style[tone](symbol)} ${pad(cleanText(claimWords(claim), NAME_WIDTH - 1), NAME_WIDTH)}`,
      4 + NAME_WIDTH,
      claimStateWords(claim, contract.witnesses),
      screen,
    );
  });
}

/** The problem above already states some reasons. */
function claimGroupLines(
  contract: ContractReport,
  error: Problem | undefined,
  screen: Screen,
): readonly string[] {
  const said = new Set([
    ...shownFailures(contract).flatMap(({ reason = "" }) => [reason, reason.replace(/\.$/, "")]),
    ...(error?.facts ?? []).map(({ value }) => value),
  ]);
  return claimGroups(contract, said).flatMap(({ tone, symbol, text }) =>
    hanging(`  ${screen.style[tone](symbol)} `, 4, text, screen),
  );
}
