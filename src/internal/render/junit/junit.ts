import type { ContractReport, Outcome, Report } from "../../report/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { type Xml, xml } from "../markup.ts";
import { renderProblem } from "../terminal/problem.ts";
import { renderContract } from "../terminal/report.ts";
import { plainStyle } from "../terminal/style.ts";
import { checkDetails } from "../words/check-words.ts";
import { contractTitle } from "../words/facts.ts";
import { originGroup } from "../words/origin-group.ts";
import { contractVerdict, runVerdict } from "../words/verdict.ts";

/** Jenkins and GitLab read a file's path from such text, and publish the file. */
const ATTACHMENT = "[[ATTACHMENT|";

/** A log is wider than a screen. */
const WIDTH = 100;

/** The result as a test runner calls it. */
type Kind = "passed" | "failure" | "error" | "skipped";

interface TestCase {
  readonly name: string;
  readonly className: string;
  readonly seconds: string;
  readonly kind: Kind;
  readonly type: string;
  readonly message: string;
  readonly details: string;
  readonly output: string;
}

/**
 * The report as JUnit XML: one suite for the run, one case for each contract. It follows the schema of Jenkins' xUnit
 * plugin (junit-10.xsd), so a testcase has no `file`, which GitLab would show. An error of the whole run is a case of
 * its own, because a CI would show nothing otherwise.
 */
export function writeJunit(report: Report): string {
  const cases = [
    ...report.contracts.map((contract) => contractCase(report, contract)),
    ...(report.error === undefined ? [] : [runCase(report, report.error)]),
    // Jenkins reports a failure for a report without cases.
    ...(report.error === undefined && report.contracts.length === 0 ? [emptyCase(report)] : []),
  ];
  const count = (kind: Kind): string => String(cases.filter((it) => it.kind === kind).length);
  const suite = attributes({
    name: report.tool.name,
    tests: String(cases.length),
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: seconds(Date.parse(report.finishedAt) - Date.parse(report.startedAt)),
    timestamp: report.startedAt.slice(0, 19),
  });
  const lines = [
    xml`<?xml version="1.0" encoding="UTF-8"?>`,
    xml`<testsuites>`,
    xml`  <testsuite${suite}>`,
    xml`    <properties>`,
    ...properties(report).map((property) => xml`      <property${attributes(property)}/>`),
    xml`    </properties>`,
    ...cases.flatMap(caseLines),
    xml`  </testsuite>`,
    xml`</testsuites>`,
  ];
  return `${xml.join(lines, "\n")}\n`;
}

function contractCase(report: Report, contract: ContractReport): TestCase {
  const { target, outcome, timings, error, deployments } = contract;
  const [origin] = deployments;
  const named = origin === undefined ? "" : `${origin.name} `;
  const failed = contract.checks.filter(({ status }) => status === "failed" || status === "unknown");
  const verdict = contractVerdict(contract);
  return {
    name: `${named}${target.address ?? target.input}${report.network === null ? "" : ` on chain ${report.network.chainId}`}`,
    className: origin === undefined ? contractTitle(contract) : originGroup(origin),
    seconds: seconds(timings.totalMs),
    kind: KINDS[outcome],
    type: error?.code ?? outcome,
    message: verdict.text,
    details: [
      ...(error === undefined ? [] : [renderProblem(error, plainStyle, WIDTH)]),
      ...failed.map((check) =>
        [
          `${check.status}: ${check.id}`,
          ...checkDetails(check).map(({ label, value }) => `${label}: ${value}`),
        ]
          .map((line) => cleanText(line))
          .join("\n  "),
      ),
    ].join("\n\n"),
    output: renderContract(report, contract, plainStyle, WIDTH, true),
  };
}

function runCase(report: Report, error: NonNullable<Report["error"]>): TestCase {
  const rendered = renderProblem(error, plainStyle, WIDTH);
  return {
    name: "the run",
    className: report.tool.name,
    seconds: "0.000",
    kind: "error",
    type: error.code,
    message: `${error.message} ${runVerdict(report).text}`,
    details: rendered,
    output: rendered,
  };
}

function emptyCase(report: Report): TestCase {
  const { text } = runVerdict(report);
  return {
    name: "the run",
    className: report.tool.name,
    seconds: "0.000",
    kind: "skipped",
    type: "no-contract",
    message: text,
    details: text,
    output: text,
  };
}

const KINDS = {
  verified: "passed",
  "already-verified": "passed",
  mismatch: "failure",
  "check-failed": "failure",
  "not-deployed": "failure",
  "no-build": "failure",
  rejected: "failure",
  "not-proven": "failure",
  unavailable: "error",
  "timed-out": "error",
  "not-tried": "error",
  "dry-run": "skipped",
  "minimal-proxy": "skipped",
  "known-code": "skipped",
} as const satisfies Record<Outcome, Kind>;

function caseLines(it: TestCase): readonly Xml[] {
  const { kind, type, message, details } = it;
  const named = attributes({ name: it.name, classname: it.className, time: it.seconds });
  const end = kind === "passed" ? [] : [element(kind, attributes({ type, message }), details)];
  return [
    xml`    <testcase${named}>`,
    ...end,
    element("system-out", xml``, it.output.replaceAll(ATTACHMENT, "[ [ATTACHMENT|")),
    xml`    </testcase>`,
  ];
}

function element(name: Exclude<Kind, "passed"> | "system-out", ofIt: Xml, text: string): Xml {
  return xml`      <${name}${ofIt}>${text}</${name}>`;
}

function properties({
  tool,
  network,
  services,
  shard,
  exitCode,
}: Report): readonly { name: string; value: string }[] {
  const given: readonly (readonly [string, string | number | null | undefined])[] = [
    ["tool.version", tool.version],
    ["network", network?.name],
    ["chainId", network?.chainId],
    ["service.verification", services.verification],
    ["service.query", services.query],
    ["service.status", services.status],
    ["shard", shard === null ? null : `${shard.index}/${shard.count}`],
    ["exitCode", exitCode],
  ];
  return given.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, value: String(value) }],
  );
}

function attributes(values: Readonly<Record<string, string>>): Xml {
  return xml`${Object.entries(values).map(([name, value]) => xml` ${name}="${cleanText(value)}"`)}`;
}

function seconds(milliseconds: number): string {
  return (Math.max(milliseconds, 0) / 1000).toFixed(3);
}
