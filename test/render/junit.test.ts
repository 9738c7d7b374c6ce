import { expect } from "chai";
import { writeJunit } from "../../src/internal/render/junit/junit.ts";
import { BATCH_REPORTS, manyContracts } from "../helpers/batch-reports.ts";
import { contractOf, reportOf } from "../helpers/report-parts.ts";
import { REPORTS } from "../helpers/reports.ts";
import { elementsOf } from "../helpers/well-formed.ts";

/**
 * The rules of junit-10.xsd, which Jenkins' xUnit plugin enforces. Each element has its attributes, required ones
 * first, its children, and whether it may contain text.
 * https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd
 */
const RULES: Readonly<Record<string, Rule>> = {
  testsuites: rule([], ["name", "time", "tests", "failures", "errors"], ["testsuite"]),
  testsuite: rule(
    ["name", "tests", "failures", "errors"],
    [...["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"]],
    ["testsuite", "properties", "testcase", "system-out", "system-err"],
  ),
  properties: rule([], [], ["property"]),
  property: rule(["name", "value"], [], []),
  testcase: rule(
    ["name"],
    ["time", "classname", "group"],
    ["skipped", "error", "failure", "system-out", "system-err"],
  ),
  skipped: rule([], ["type", "message"], "text"),
  error: rule([], ["type", "message"], "text"),
  failure: rule([], ["type", "message"], "text"),
  "system-out": rule([], [], "text"),
  "system-err": rule([], [], "text"),
};

/** The schema's SUREFIRE_TIME, for a suite. */
const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;

interface Rule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly content: readonly string[] | "text";
}

function rule(required: readonly string[], optional: readonly string[], content: Rule["content"]): Rule {
  return { required, optional, content };
}

const PIECE = /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;

function junitFaults(xml: string): readonly string[] {
  const prolog = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!xml.startsWith(prolog)) return ["no prolog"];
  const faults: string[] = [];
  const open: string[] = [];
  for (PIECE.lastIndex = prolog.length; PIECE.lastIndex < xml.length; ) {
    const at = PIECE.lastIndex;
    const [piece, closing, name = "", attributes = "", selfClosing, text] = PIECE.exec(xml) ?? [];
    if (piece === undefined) return [...faults, `not well-formed: ${xml.slice(at, at + 60)}`];
    if (text !== undefined) faults.push(...textFaults(text, open.at(-1)));
    else if (closing === "/") {
      if (open.pop() !== name) return [...faults, `</${name}> closes another`];
    } else {
      faults.push(...elementFaults(name, attributes, open.at(-1)));
      if (selfClosing !== "/") open.push(name);
    }
  }
  return open.length === 0 ? faults : [...faults, `never closed: ${open.join(", ")}`];
}

function textFaults(text: string, parent: string | undefined): readonly string[] {
  const isAllowed = text.trim() === "" || (parent !== undefined && RULES[parent]?.content === "text");
  const stray = /&(?!(?:amp|lt|gt|quot|#39);)/.exec(text);
  return [
    ...(isAllowed ? [] : [`text in ${parent}: ${text.trim().slice(0, 40)}`]),
    ...(stray === null ? [] : [`an entity in ${parent}`]),
  ];
}

function elementFaults(name: string, attributes: string, parent: string | undefined): readonly string[] {
  const known = RULES[name];
  const siblings = parent === undefined ? ["testsuites", "testsuite"] : (RULES[parent]?.content ?? []);
  if (known === undefined || siblings === "text" || !siblings.includes(name)) return [`${name} in ${parent}`];
  const given = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => ({
    key,
    value,
  }));
  const keys = given.map(({ key }) => key);
  return [
    ...known.required.filter((key) => !keys.includes(key)).map((key) => `${name} without ${key}`),
    ...keys
      .filter((key) => ![...known.required, ...known.optional].includes(key))
      .map((key) => `${key} of ${name}`),
    ...(new Set(keys).size === keys.length ? [] : [`${name} has an attribute twice`]),
    ...given
      .filter(({ key, value }) => key === "time" && name !== "testcase" && !TIME.test(value))
      .map(({ value }) => `time ${value}`),
  ];
}

describe("reports - junit", () => {
  const kinds: Readonly<Record<string, string | undefined>> = {
    "match-not-exact": undefined,
    "check-failed": "failure",
    unavailable: "error",
    "wrong-use": "error",
    "dry-run": "skipped",
  };

  for (const [name, kind] of Object.entries(kinds))
    it(`should count ${name} as ${kind ?? "passed"}`, () => {
      const report = REPORTS[name];
      const elements = report === undefined ? [] : elementsOf(writeJunit(report));
      expect(elements.filter((element) => ["failure", "error", "skipped"].includes(element))).to.deep.equal(
        kind === undefined ? [] : [kind],
      );
      expect(elements.filter((element) => element === "testcase")).to.have.length(1);
    });

  it("should show both sides' matches and the claims, so that a partial match is visible", () => {
    const [only] = REPORTS["verified-runtime-only"]?.contracts ?? [];
    if (only === undefined || only.match === null) throw new Error("no such report");
    const partial = { ...only, match: { ...only.match, creationMatch: null } };
    const text = writeJunit(reportOf([partial], 0));
    expect(text).to.contain("Verified (runtime code only)");
    expect(text).to.match(/Match +exact match of the runtime code, no match of the creation code/);
    expect(text).to.match(/\? creation code: open: the creation is not known/);
    expect(text).to.match(/✔ runtime code, libraries: proven by the chain and the build/);
    expect(text).not.to.contain("Checks:");
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
