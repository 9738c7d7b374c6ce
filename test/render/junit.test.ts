import { expect } from "chai";
import { writeJunit } from "../../src/internal/render/junit/junit.ts";
import { BATCH_REPORTS, manyContracts } from "../helpers/batch-reports.ts";
import { contractOf, reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";
import { elementsOf } from "../helpers/well-formed.ts";

/**
 * The rules of junit-10.xsd, which Jenkins' xUnit plugin enforces: each element's required attributes, its optional
 * ones, and its children. An element without a list of children contains text.
 * https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd
 */
const RULES: Readonly<Record<string, readonly [required: string, optional: string, children?: string]>> = {
  document: ["", "", "testsuites testsuite"],
  testsuites: ["", "name time tests failures errors", "testsuite"],
  testsuite: [
    "name tests failures errors",
    "group time skipped timestamp hostname id package file log url",
    "testsuite properties testcase system-out system-err",
  ],
  properties: ["", "", "property"],
  property: ["name value", "", ""],
  testcase: ["name", "time classname group", "skipped error failure system-out system-err"],
  skipped: ["", "type message"],
  error: ["", "type message"],
  failure: ["", "type message"],
  "system-out": ["", ""],
  "system-err": ["", ""],
};

/** The schema's SUREFIRE_TIME, for a suite. */
const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n';

function junitFaults(xml: string): readonly string[] {
  if (!xml.startsWith(PROLOG)) return ["no prolog"];
  elementsOf(xml);
  const open = ["document"];
  const pieces = xml.slice(PROLOG.length).matchAll(/<(\/?)([\w-]+)([^>]*?)(\/?)>|[^<]+/g);
  return [...pieces].flatMap(([piece, closing, name, attributes = "", selfClosing]) => {
    const parent = open.at(-1) ?? "";
    if (name === undefined) return textFaults(piece, parent);
    if (closing === "/") open.pop();
    else if (selfClosing !== "/") open.push(name);
    return closing === "/" ? [] : elementFaults(name, attributes, parent);
  });
}

function textFaults(text: string, parent: string): readonly string[] {
  const isAllowed = text.trim() === "" || RULES[parent]?.[2] === undefined;
  return [
    ...(isAllowed ? [] : [`text in ${parent}: ${text.trim().slice(0, 40)}`]),
    ...(/&(?!(?:amp|lt|gt|quot|#39);)/.test(text) ? [`an entity in ${parent}`] : []),
  ];
}

function elementFaults(name: string, attributes: string, parent: string): readonly string[] {
  const [required, optional] = (RULES[name] ?? ["", ""]).map((names = "") => names.split(" "));
  const given = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)];
  const keys = given.map(([, key = ""]) => key);
  const hasWrongTime = given.some(
    ([, key, value = ""]) => key === "time" && name !== "testcase" && !TIME.test(value),
  );
  return [
    ...(RULES[parent]?.[2]?.split(" ").includes(name) ? [] : [`${name} in ${parent}`]),
    ...(required ?? [])
      .filter((key) => key !== "" && !keys.includes(key))
      .map((key) => `no ${key} in ${name}`),
    ...keys.filter((key) => !required?.includes(key) && !optional?.includes(key)),
    ...(new Set(keys).size === keys.length ? [] : [`${name} has an attribute twice`]),
    ...(hasWrongTime ? [`the time of ${name}`] : []),
  ];
}

describe("reports - junit", () => {
  for (const [name, kind] of [
    ["match-not-exact", undefined],
    ["check-failed", "failure"],
    ["unavailable", "error"],
    ["wrong-use", "error"],
    ["dry-run", "skipped"],
  ] as const)
    it(`should count ${name} as ${kind ?? "passed"}`, () => {
      const elements = elementsOf(writeJunit(REPORTS[name]));
      expect(elements.filter((element) => ["failure", "error", "skipped"].includes(element))).to.deep.equal(
        kind === undefined ? [] : [kind],
      );
      expect(elements.filter((element) => element === "testcase")).to.have.length(1);
    });

  it("should conform to the schema of Jenkins' xUnit plugin", () => {
    const many = reportOf(manyContracts(60), 0);
    for (const [name, report] of Object.entries({ ...REPORTS, ...BATCH_REPORTS, many }))
      expect(junitFaults(writeJunit(report)), name).to.deep.equal([]);
  });

  it("should say that a report is a replay", () => {
    const tool = { name: "[[ATTACHMENT|x]]", version: "1.0.0" };
    const replayOf = { recordedAt: "2026-11-21T12:00:00.000Z", tool };
    const text = writeJunit({ ...reportOf([contractOf()], 0), replayOf });
    expect(text).to.contain("Replay of evidence recorded 2026-11-21 12:00 UTC by [ [ATTACHMENT|x]] 1.0.0");
    expect(junitFaults(text)).to.deep.equal([]);
  });

  it("should attach no file that foreign text names", () => {
    const input = "[[ATTACHMENT|../../secret]]";
    const contract = contractOf({ contract: null, target: { ...contractOf().target, address: null, input } });
    expect(writeJunit(reportOf([contract], 0))).not.to.match(/<system-out>[^<]*\[\[ATTACHMENT/);
  });
});
