import type { Problem, Report } from "../../report/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { type Xml, xml } from "../markup.ts";
import { renderProblem } from "../terminal/problem.ts";
import { plainStyle } from "../terminal/style.ts";

/** Jenkins and GitLab publish the file whose path follows this marker. */
const ATTACHMENT = "[[ATTACHMENT|";

/** Wider than a typical terminal, because CI logs have room for long lines. */
export const LOG = { style: plainStyle, width: 100 } as const;

export function problemText(problem: Problem): string {
  return renderProblem(problem, LOG.style, LOG.width);
}

export type Kind = "passed" | "failure" | "error" | "skipped";

export interface TestCase {
  readonly name: string;
  readonly className: string;
  readonly durationMs?: number;
  readonly kind: Kind;
  readonly type: string;
  readonly message: string;
  readonly details: string;
  readonly output: string;
}

type Run = Pick<Report, "tool" | "startedAt" | "finishedAt" | "exitCode" | "error">;

/** Without a case, a CI server would not show an error that concerns the whole run. */
export function runCases({ tool, error }: Run, name: string, verdict: string): readonly TestCase[] {
  if (error === undefined) return [];
  const text = problemText(error);
  return [
    {
      ...{ name, className: tool.name, kind: "error", type: error.code },
      ...{ message: `${error.message} ${verdict}`, details: text, output: text },
    },
  ];
}

/** Follows the schema of Jenkins' xUnit plugin (junit-10.xsd). Properties without a value are left out. */
export function writeSuite(
  { tool, startedAt, finishedAt, exitCode }: Run,
  properties: Readonly<Record<string, string | number | null | undefined>>,
  cases: readonly TestCase[],
): string {
  const given = Object.entries({ "tool.version": tool.version, ...properties, exitCode }).flatMap(
    ([name, value]) => (value === null || value === undefined ? [] : [{ name, value: String(value) }]),
  );
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
    xml`    <properties>`,
    ...given.map((property) => xml`      <property${attributes(property)}/>`),
    xml`    </properties>`,
    ...cases.flatMap(caseLines),
    xml`  </testsuite>`,
    xml`</testsuites>`,
  ];
  return `${xml.join(lines, "\n")}\n`;
}

function caseLines(it: TestCase): readonly Xml[] {
  const { kind, type, message, details } = it;
  const named = attributes({ name: it.name, classname: it.className, time: seconds(it.durationMs ?? 0) });
  const end = kind === "passed" ? [] : [element(kind, attributes({ type, message }), details)];
  return [
    xml`    <testcase${named}>`,
    ...end,
    element("system-out", xml``, it.output.replaceAll(ATTACHMENT, "[ [ATTACHMENT|")),
    xml`    </testcase>`,
  ];
}

function element(name: Exclude<Kind, "passed"> | "system-out", attributeText: Xml, text: string): Xml {
  return xml`      <${name}${attributeText}>${text}</${name}>`;
}

function attributes(values: Readonly<Record<string, string>>): Xml {
  return xml`${Object.entries(values).map(([name, value]) => xml` ${name}="${cleanText(value)}"`)}`;
}

function seconds(milliseconds: number): string {
  return (Math.max(milliseconds, 0) / 1000).toFixed(3);
}
