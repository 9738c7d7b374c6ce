import { assert } from "chai";
import { compareShown, getMatch } from "../../../src/internal/cross-check/compare/shown-source.ts";
import type { ShownSource } from "../../../src/internal/services/explorers/shown-source.ts";

const LIB = `0x${"ab".repeat(20)}`;
const SENT = {
  address: `0x${"11".repeat(20)}`,
  input: {
    language: "Solidity",
    sources: { "a.sol": { content: "contract A {}" }, "b.sol": { content: "library Lib {}" } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: "cancun",
      outputSelection: { "*": { "*": ["abi"] } },
      libraries: { "b.sol": { Lib: LIB } },
    },
  },
  contractIdentifier: "a.sol:A",
  compilerVersion: "0.8.28+commit.7893614a",
  constructorArguments: "0x07",
};
const SHOWN: ShownSource = {
  name: "A",
  compiler: "0.8.28+commit.7893614a",
  sources: { "a.sol": "contract A {}", "b.sol": "library Lib {}" },
  settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: "cancun" },
  constructorArguments: "0x07",
  libraries: [["Lib", LIB]],
  isProxy: false,
};

/** Libraries that are all shown at the same address. */
const named = (...names: readonly string[]) => names.map((name) => [name, LIB] as const);

function statusOf(id: string, shown: Partial<ShownSource>, sent: object = {}): string {
  const facts = compareShown({ ...SENT, ...sent }, { ...SHOWN, ...shown });
  const { status, reason } = facts.find((fact) => fact.id === id) ?? assert.fail(id);
  return reason === undefined ? status : `${status}: ${reason}`;
}

describe("cross-check - what an explorer shows", () => {
  it("should be exact if each fact equals the proven one", () => {
    const facts = compareShown(SENT, SHOWN);
    assert.deepEqual(new Set(facts.map(({ status }) => status)), new Set(["passed"]));
    assert.equal(getMatch(facts), "exact");
    assert.equal(getMatch(compareShown(SENT, { ...SHOWN, name: "B" })), "partial");
  });

  for (const [id, shown, status] of [
    ["name", { name: "B" }, "differing: B, not A"],
    [
      "compiler",
      { compiler: "0.8.27+commit.40a35a09" },
      "differing: 0.8.27+commit.40a35a09, not 0.8.28+commit.7893614a",
    ],
    ["compiler", { compiler: "0.8.28" }, "unknown: shown without its commit"],
    ["settings", { settings: { optimizer: { enabled: true, runs: 999 } } }, "differing: optimizer.runs"],
    [
      "sources",
      { sources: { "a.sol": "contract Old {}", "b.sol": "library Lib {}" } },
      "differing: the content of a.sol",
    ],
    ["sources", { sources: { "a.sol": "contract A {}" } }, "differing: no b.sol"],
    ["sources", { sources: { ...SHOWN.sources, "unused.sol": "" } }, "passed"],
    ["sources", { sources: { "": "contract A {}" } }, "unknown: shown as a single unnamed file"],
    ["arguments", { constructorArguments: "0x08" }, "differing: 0x08, not 0x07"],
    ["libraries", { libraries: [["Lib", SENT.address]] }, "differing: the address of Lib"],
    ["libraries", { libraries: named("Lib", "Other") }, "differing: the address of Other"],
  ] as const)
    it(`should report ${status} for its ${id}`, () => assert.equal(statusOf(id, shown), status));

  it("should not compare anything that it doesn't show, or unknown arguments", () => {
    for (const id of ["name", "compiler", "settings", "arguments", "libraries"]) {
      const key = id === "arguments" ? "constructorArguments" : id;
      const { [key as keyof ShownSource]: _, ...shown } = SHOWN;
      const fact = compareShown(SENT, shown as ShownSource).find((each) => each.id === id);
      assert.deepInclude(fact, { status: "unknown", reason: "not shown" }, id);
    }
    assert.match(statusOf("arguments", {}, { constructorArguments: undefined }), /^unknown/);
  });

  it("should report a malformed setting as differing, and sanitise foreign names", () => {
    const bad = { toString: 1, valueOf: 1 };
    const optimizer = { enabled: true, runs: bad };
    const settings = { optimizer, remappings: [bad], viaIR: bad, evmVersion: bad };
    assert.match(statusOf("settings", { settings }), /^differing: optimizer\.runs, and 3 more$/);
    const name = `\u001b[31m${"x".repeat(500)}`;
    const status = statusOf("libraries", { libraries: named("Lib", name) });
    assert.equal(status, `differing: the address of ${"x".repeat(50)}…`);
    const details = statusOf(
      "settings",
      { settings: { ...SHOWN.settings, optimizer: { enabled: true, details: { [name]: true } } } },
      { input: { ...SENT.input, settings: { optimizer: { enabled: true, details: { [name]: false } } } } },
    );
    assert.isBelow(details.length, 80);
    assert.notInclude(details, "\u001b");
  });

  it("should not be exact if it hides settings, or states others than the input", () => {
    const optimizer = { enabled: true, details: { inliner: false } };
    const hiding = (sent: object, shown: object) =>
      statusOf("settings", { settings: { ...shown } }, { input: { ...SENT.input, settings: { ...sent } } });
    for (const [sent, shown, name] of [
      [{ evmVersion: "paris" }, {}, "evmVersion"],
      [{}, { evmVersion: "cancun" }, "evmVersion"],
      [{ optimizer }, { optimizer: { enabled: true, runs: 200 } }, "optimizer.enabled and 1 more"],
      [{ optimize: "gas" }, {}, "optimize"],
      [{ optimize: "gas" }, { optimize: "none" }, "optimize"],
    ] as const)
      assert.equal(hiding(sent, shown), `unknown: only the explorer or only the input specifies ${name}`);
    assert.equal(hiding({ optimize: "gas", optimizer }, { optimize: "gas", optimizer }), "passed");
    assert.equal(
      getMatch(compareShown(SENT, { ...SHOWN, settings: { ...SHOWN.settings, evmVersion: null } })),
      "partial",
    );
  });

  it("should accept a single unnamed source if there is one file", () => {
    const input = { ...SENT.input, sources: { "a.sol": { content: "contract A {}" } } };
    assert.equal(statusOf("sources", { sources: { "": "contract A {}" } }, { input }), "passed");
  });

  it("should not accept one address for two libraries of the same name", () => {
    const libraries = { "b.sol": { Lib: LIB }, "c.sol": { Lib: SENT.address } };
    const input = { ...SENT.input, settings: { ...SENT.input.settings, libraries } };
    const statusWith = (...shown: readonly (readonly [string, string])[]) =>
      statusOf("libraries", { libraries: shown }, { input });
    for (const address of [LIB, SENT.address])
      assert.equal(statusWith(["Lib", address]), "differing: the address of Lib");
    assert.equal(
      statusWith(["b.sol:Lib", SENT.address], ["c.sol:Lib", LIB]),
      "differing: the address of Lib",
    );
    assert.equal(statusWith(["c.sol:Lib", SENT.address], ["b.sol:Lib", LIB]), "passed");
    assert.equal(statusWith(["Lib", LIB], ["Lib", SENT.address]), "passed");
  });
});
