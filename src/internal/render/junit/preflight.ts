import type { PreflightContract, PreflightReport } from "../../report/preflight/model.ts";
import { countWords, sentence } from "../../text/amounts.ts";
import { renderProblem } from "../terminal/problem.ts";
import { plainStyle } from "../terminal/style.ts";
import { disclosedWords, expectedWords, preflightVerdict, titles } from "../words/preflight-words.ts";
import { type TestCase, WIDTH, writeSuite } from "./suite.ts";

const NO_TIME = "0.000";

/** The preflight as JUnit XML: one case for each contract, which errors fail and warnings do not. */
export function writePreflightJunit(report: PreflightReport): string {
  const { tool, minMatch, compile, exitCode, contracts, error } = report;
  const titleOf = titles(contracts);
  const cases = [
    ...contracts.map((contract) => contractCase(contract, titleOf(contract))),
    ...(error === undefined ? [] : [runCase(report, error)]),
  ];
  const properties = Object.entries({
    "tool.version": tool.version,
    minMatch,
    compile: String(compile),
    disclosed: disclosedWords(report),
    exitCode: String(exitCode),
  }).map(([name, value]) => ({ name, value }));
  return writeSuite(report, properties, cases);
}

function contractCase(contract: PreflightContract, title: string): TestCase {
  const { findings, verdict, submission, shownBy } = contract;
  const errors = findings.filter(({ level }) => level === "error");
  const rendered = findings.map((finding) => renderProblem(finding, plainStyle, WIDTH));
  return {
    name: contract.contract.name,
    className: title,
    seconds: NO_TIME,
    kind: verdict === "error" ? "failure" : "passed",
    type: errors[0]?.code ?? verdict,
    message: errors.map(({ message }) => message).join(" "),
    details: errors.map((finding) => renderProblem(finding, plainStyle, WIDTH)).join("\n\n"),
    output: [
      `${sentence(expectedWords(contract))}, shown by: ${shownBy}`,
      ...(submission === null ? [] : [`Discloses ${countWords(submission.files.length, "file")}.`]),
      ...rendered,
    ].join("\n\n"),
  };
}

function runCase(report: PreflightReport, error: NonNullable<PreflightReport["error"]>): TestCase {
  const rendered = renderProblem(error, plainStyle, WIDTH);
  return {
    name: "the preflight",
    className: report.tool.name,
    seconds: NO_TIME,
    kind: "error",
    type: error.code,
    message: `${error.message} ${preflightVerdict(report).text}`,
    details: rendered,
    output: rendered,
  };
}
