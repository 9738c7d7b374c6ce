import type { ContractReport, Report } from "../../report/model.ts";
import { sentence } from "../../text/amounts.ts";
import { cleanText } from "../../text/clean-text.ts";
import { columnsOf } from "../../text/columns.ts";
import { inert } from "../inert.ts";
import { safeUrl } from "../safe-url.ts";
import { checkCounts } from "../words/check-words.ts";
import { contractFacts, contractTitle } from "../words/facts.ts";
import { contractVerdict, runVerdict } from "../words/verdict.ts";
import { checkLines } from "./checks.ts";
import { claimLines } from "./claims.ts";
import { columnsFor, LABEL_WIDTH, labelled, pad, wrap } from "./layout.ts";
import { renderProblem } from "./problem.ts";
import type { Style } from "./style.ts";
import { symbolLines, verdictLines } from "./verdict-lines.ts";

/**
 * The last screen of a run, without a line end. A single contract is shown in full, and its verdict is the last line.
 * Of several contracts, each fully verified one gets one line, and the run's verdict is the last line.
 */
export function renderReport(report: Report, style: Style, width: number, isVerbose = false): string {
  const columns = columnsFor(width);
  const [only, ...others] = report.contracts;
  if (only !== undefined && others.length === 0 && report.error === undefined) {
    return renderContract(report, only, style, columns, isVerbose);
  }
  const blocks = [
    ...contractsOfSeveral(report, style, columns, isVerbose),
    ...(report.error === undefined ? [] : [renderProblem(report.error, style, columns)]),
    verdictLines(runVerdict(report), style, columns).join("\n"),
  ];
  return inert(blocks.join("\n\n"));
}

function contractsOfSeveral(
  report: Report,
  style: Style,
  width: number,
  isVerbose: boolean,
): readonly string[] {
  const verdicts = report.contracts.map((contract) => ({ contract, verdict: contractVerdict(contract) }));
  const short = verdicts
    .filter(({ verdict }) => verdict.tone === "ok")
    .flatMap(({ contract, verdict }) => {
      const named = `${contractTitle(contract)} at ${contract.target.address ?? contract.target.input}`;
      return [
        ...symbolLines(verdict, wrap(named, width - 2), style),
        ...wrap(verdict.text, width - 2).map((line) => `  ${line}`),
      ];
    });
  const long = verdicts
    .filter(({ verdict }) => verdict.tone !== "ok")
    .map(({ contract }) => renderContract(report, contract, style, width, isVerbose));
  return [...(short.length === 0 ? [] : [short.join("\n")]), ...long];
}

/**
 * The facts of one contract, then its verdict.
 *
 * @param isVerbose Whether the checks that passed are shown too; a report without claims has nothing else to show.
 */
export function renderContract(
  report: Report,
  contract: ContractReport,
  style: Style,
  width: number,
  isVerbose = false,
): string {
  const facts = contractFacts(report, contract).flatMap((fact) =>
    labelled(fact, { width, paintLabel: style.dim }),
  );
  const blocks = [
    [...wrap(contractTitle(contract), width).map(style.bold), ...facts],
    claimsBlock(contract, style, width),
    checksBlock(contract, isVerbose || contract.claims === undefined, style, width),
    linkLines(contract, style),
    contract.error === undefined ? [] : [renderProblem(contract.error, style, width)],
    verdictLines(contractVerdict(contract), style, width),
  ];
  return inert(
    blocks
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join("\n"))
      .join("\n\n"),
  );
}

const HEADING = "Checks: ";

function claimsBlock(contract: ContractReport, style: Style, width: number): readonly string[] {
  const { claims = [] } = contract;
  return claims.length === 0 ? [] : [style.bold("Claims"), ...claimLines(contract, style, width)];
}

function checksBlock(
  { checks, claims = [] }: ContractReport,
  isComplete: boolean,
  style: Style,
  width: number,
): readonly string[] {
  const isOfInterest = claims.some(({ state }) => state === "open" || state === "refuted");
  const shown = isComplete
    ? checks
    : checks.filter(({ status }) => status === "failed" || (status === "unknown" && isOfInterest));
  return shown.length === 0
    ? []
    : [
        ...wrap(checkCounts(checks), width - HEADING.length).map(
          (line, index) => `${index === 0 ? style.bold(HEADING) : " ".repeat(HEADING.length)}${line}`,
        ),
        ...checkLines(shown, style, width),
      ];
}

/** Links are never wrapped. Anything but a web address is plain text. */
function linkLines({ links }: ContractReport, style: Style): readonly string[] {
  const labels = links.map(({ label }) => cleanText(sentence(label), 40));
  const column = Math.max(LABEL_WIDTH, ...labels.map((label) => columnsOf(label) + 2));
  return links.map(({ url }, index) => {
    const href = safeUrl(url);
    return `  ${style.dim(pad(labels[index] ?? "", column))}${href === undefined ? cleanText(url) : style.link(href)}`;
  });
}
