import type { PreflightContract, PreflightReport } from "../../report/preflight/model.ts";
import { capitalize, formatCount } from "../../text/amounts.ts";
import { disclosedWords, expectedWords, preflightVerdict, titles } from "../words/preflight-words.ts";
import { problemText, runCases, type TestCase, writeSuite } from "./suite.ts";

/** Errors fail the case; warnings don't. */
export function writePreflightJunit(report: PreflightReport): string {
  const { minMatch, compile, contracts } = report;
  const getTitle = titles(contracts);
  return writeSuite(report, { minMatch, compile: String(compile), disclosed: disclosedWords(report) }, [
    ...contracts.map((contract) => contractCase(contract, getTitle(contract))),
    ...runCases(report, "the preflight", preflightVerdict(report).text),
  ]);
}

function contractCase(contract: PreflightContract, title: string): TestCase {
  const { findings, verdict, submission, shownBy } = contract;
  const errors = findings.filter(({ level }) => level === "error");
  return {
    name: contract.contract.name,
    className: title,
    kind: verdict === "error" ? "failure" : "passed",
    type: errors[0]?.code ?? verdict,
    message: errors.map(({ message }) => message).join(" "),
    details: errors.map(problemText).join("\n\n"),
    output: [
      `${capitalize(expectedWords(contract))}, shown by: ${shownBy}`,
      ...(submission === null ? [] : [`Discloses ${formatCount(submission.files.length, "file")}.`]),
      ...findings.map(problemText),
    ].join("\n\n"),
  };
}
