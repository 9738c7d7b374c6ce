import { cleanText } from "../../text/clean-text.ts";
import { type Xml, xml } from "../markup.ts";

/** Jenkins and GitLab read a file's path from such text, and publish the file. */
const ATTACHMENT = "[[ATTACHMENT|";

/** A log is wider than a screen. */
export const WIDTH = 100;

/** The result as a test runner calls it. */
export type Kind = "passed" | "failure" | "error" | "skipped";

/** One contract, or the run as a whole. */
export interface TestCase {
  readonly name: string;
  readonly className: string;
  readonly seconds: string;
  readonly kind: Kind;
  readonly type: string;
  readonly message: string;
  readonly details: string;
  readonly output: string;
}

/** What a suite needs of a report of any kind. */
interface Run {
  readonly tool: { readonly name: string };
  readonly startedAt: string;
  readonly finishedAt: string;
}

type Property = { readonly name: string; readonly value: string };

/** A run as one suite of JUnit XML, after the schema of Jenkins' xUnit plugin (junit-10.xsd). */
export function writeSuite(
  { tool, startedAt, finishedAt }: Run,
  properties: readonly Property[],
  cases: readonly TestCase[],
): string {
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
    ...properties.map((property) => xml`      <property${attributes(property)}/>`),
    xml`    </properties>`,
    ...cases.flatMap(caseLines),
    xml`  </testsuite>`,
    xml`</testsuites>`,
  ];
  return `${xml.join(lines, "\n")}\n`;
}

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

function attributes(values: Readonly<Record<string, string>>): Xml {
  return xml`${Object.entries(values).map(([name, value]) => xml` ${name}="${cleanText(value)}"`)}`;
}

/** As JUnit has them. */
export function seconds(milliseconds: number): string {
  return (Math.max(milliseconds, 0) / 1000).toFixed(3);
}
