import type { ContractReport, Problem, Report } from "../../report/model.ts";
import { OUTCOMES, type OutcomeKind } from "../../report/outcome.ts";
import { getNetwork } from "../../report/report-network.ts";
import { cleanText } from "../../text/clean-text.ts";
import { type Xml, xml } from "../markup.ts";
import { closingLine, renderProblem } from "../terminal/problem.ts";
import { renderContract } from "../terminal/report.ts";
import { plainStyle } from "../terminal/style.ts";
import { checkDetails, doubtful } from "../words/claim-words.ts";
import { contractTitle, givenName, replayWords } from "../words/facts.ts";
import { contractVerdict, runVerdict } from "../words/verdict.ts";

type Kind = "passed" | "failure" | "error" | "skipped";

type TestCase = Readonly<ReturnType<typeof contractCase>>;

/** Follows junit-10.xsd of Jenkins' xUnit plugin, so cases lack the `file` attribute that GitLab would show. */
export function writeJunit(report: Report): string {
  const { tool, startedAt, finishedAt } = report;
  const cases = testCases(report);
  const count = (kind: Kind): string => String(cases.filter((it) => it.kind === kind).length);
  const suite = attributes({
    name: tool.name,
    tests: String(cases.length),
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: seconds(Date.parse(finishedAt) - Date.parse(startedAt)),
    timestamp: startedAt.slice(0, 19),
  });
  const lines = [
    xml`<?xml version="1.0" encoding="UTF-8"?>`,
    xml`<testsuites>`,
    xml`  <testsuite${suite}>`,
    ...cases.flatMap(caseLines),
    ...replayWords(report).map((words) => element("system-out", xml``, `Replay of ${words}`)),
    xml`  </testsuite>`,
    xml`</testsuites>`,
  ];
  return `${xml.join(lines, "\n")}\n`;
}

/** Jenkins treats a report that has no cases as a failure, and no CI server would show an error of the whole run. */
function testCases(report: Report): readonly TestCase[] {
  const { contracts, tool, error } = report;
  const { text } = runVerdict(report);
  const theRun = { name: "the run", className: tool.name, durationMs: 0 };
  const cases = contracts.map((contract) => contractCase(report, contract));
  if (error !== undefined) {
    const details = problemText(error);
    const message = `${error.message} ${text}`;
    return [...cases, { ...theRun, kind: "error", type: error.code, message, details, output: details }];
  }
  if (cases.length > 0) return cases;
  return [{ ...theRun, kind: "skipped", type: "no-contract", message: text, details: text, output: text }];
}

function contractCase(report: Report, contract: ContractReport) {
  const { target, outcome, timings, error } = contract;
  const network = getNetwork(report, contract);
  const name = givenName(contract);
  const named = name === undefined ? "" : `${name} `;
  const verdict = contractVerdict(contract);
  return {
    name: `${named}${target.address ?? target.input}${network === null ? "" : ` on chain ${network.chainId}`}`,
    className: contractTitle(contract),
    durationMs: timings.totalMs,
    kind: KINDS[OUTCOMES[outcome].kind],
    type: error?.code ?? outcome,
    message: verdict.text,
    details: [
      ...(error === undefined ? [] : [problemText(error)]),
      ...doubtful(contract.checks).map((check) =>
        [
          `${check.status}: ${check.id}`,
          ...checkDetails(check).map(({ label, value }) => `${label}: ${value}`),
        ]
          .map((line) => cleanText(line))
          .join("\n  "),
      ),
    ].join("\n\n"),
    output:
      OUTCOMES[outcome].kind === "good"
        ? renderContract(report, contract, LOG)
        : [renderContract(report, contract, LOG, true), ...closingLine(LOG, report)].join("\n\n"),
  };
}

const KINDS = {
  good: "passed",
  weak: "skipped",
  wrong: "failure",
  unknown: "error",
} as const satisfies Record<OutcomeKind, Kind>;

/** Wider than a typical terminal, because CI logs have room for long lines. */
const LOG = { style: plainStyle, width: 100 } as const;

function problemText(problem: Problem): string {
  return renderProblem(problem, LOG.style, LOG.width);
}

function caseLines(it: TestCase): readonly Xml[] {
  const { kind, type, message, details } = it;
  const named = attributes({ name: it.name, classname: it.className, time: seconds(it.durationMs) });
  const end = kind === "passed" ? [] : [element(kind, attributes({ type, message }), details)];
  return [xml`    <testcase${named}>`, ...end, element("system-out", xml``, it.output), xml`    </testcase>`];
}

/** Jenkins and GitLab publish the file whose path follows this marker. */
const ATTACHMENT = "[[ATTACHMENT|";

function element(name: Exclude<Kind, "passed"> | "system-out", attributeText: Xml, text: string): Xml {
  return xml`      <${name}${attributeText}>${text.replaceAll(ATTACHMENT, "[ [ATTACHMENT|")}</${name}>`;
}

function attributes(values: Readonly<Record<string, string>>): Xml {
  return xml`${Object.entries(values).map(([name, value]) => xml` ${name}="${cleanText(value)}"`)}`;
}

function seconds(milliseconds: number): string {
  return (Math.max(milliseconds, 0) / 1000).toFixed(3);
}
