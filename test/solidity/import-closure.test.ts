import { assert } from "chai";
import type { StandardJsonInput } from "../../src/internal/domain/compiler-input.ts";
import {
  importClosure,
  parseRemappings,
  remap,
  resolveImportPath,
  unescapeLiteral,
} from "../../src/internal/solidity/import-closure.ts";

function input(
  sources: Readonly<Record<string, string>>,
  remappings?: unknown,
  language = "Solidity",
): StandardJsonInput {
  return {
    language,
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: remappings === undefined ? {} : { remappings },
  };
}

const imports = (...names: string[]) =>
  `${names.map((name) => `import "${name}";`).join("\n")}\ncontract C {}\n`;

function closure(...args: Parameters<typeof importClosure>): readonly string[] {
  const known = importClosure(...args);
  return known.kind === "known" ? known.sources : assert.fail(known.reason);
}

describe("solidity - the import closure", () => {
  it("is just the source if it imports nothing", () =>
    assert.deepEqual(closure(input({ "a.sol": imports(), "b.sol": imports() }), "a.sol"), ["a.sol"]));

  it("follows indirect and circular imports", () => {
    const sources = {
      "a.sol": imports("./b.sol"),
      "b.sol": imports("./c.sol"),
      "c.sol": imports("./a.sol", "./b.sol"),
      "d.sol": imports("./a.sol"),
    };
    assert.deepEqual(closure(input(sources), "a.sol"), ["a.sol", "b.sol", "c.sol"]);
  });

  it("recognises every form of import, but none in comments and strings", () => {
    const source = `
// import "./no1.sol";
/* import "./no2.sol"; */
import "./a.sol";
import * as B from "./b.sol";
import {X as Y, Z} from './c.sol';
import "./d.sol" as D;
contract C { string s = 'import "./no3.sol";'; }
`;
    const sources = {
      "m.sol": source,
      ...Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`${name}.sol`, imports()])),
    };
    assert.deepEqual(closure(input(sources), "m.sol"), ["a.sol", "b.sol", "c.sol", "d.sol", "m.sol"]);
  });

  it("applies a remapping only in its context, as written by Hardhat 3", () => {
    const remappings = [
      "project/:@oz/=npm/@oz@5.0.0/",
      "npm/other@1.0.0/:@oz/=npm/@oz@4.0.0/",
      "project/:unused/=npm/unused@1.0.0/",
    ];
    const sources = {
      "project/a.sol": imports("@oz/x.sol", "other/y.sol"),
      "npm/@oz@5.0.0/x.sol": imports("./z.sol"),
      "npm/@oz@5.0.0/z.sol": imports(),
      "npm/other@1.0.0/y.sol": imports("@oz/x.sol"),
      "npm/@oz@4.0.0/x.sol": imports(),
      "npm/unused@1.0.0/u.sol": imports(),
    };
    const all = [...remappings, "project/:other/=npm/other@1.0.0/"];
    assert.sameMembers([...closure(input(sources, all), "project/a.sol")], Object.keys(sources).slice(0, 5));
  });

  it("applies a remapping to a resolved relative import", () => {
    const sources = { "lib/a.sol": imports("./b.sol"), "vendor/b.sol": imports() };
    assert.deepEqual(closure(input(sources, ["lib/b.sol=vendor/b.sol"]), "lib/a.sol"), [
      "lib/a.sol",
      "vendor/b.sol",
    ]);
  });

  it("is unknown if an import is missing from the input, and names it", () => {
    const unknown = importClosure(input({ "a.sol": imports("./gone.sol") }), "a.sol");
    assert.equal(unknown.kind, "unknown");
    assert.include(unknown.kind === "unknown" ? unknown.reason : "", "gone.sol");
  });

  it("is unknown if the source itself is missing from the input", () => {
    assert.equal(importClosure(input({ "a.sol": imports() }), "b.sol").kind, "unknown");
    assert.equal(importClosure(input({ "a.sol": imports("constructor") }), "a.sol").kind, "unknown");
    assert.equal(importClosure(input({ "a.sol": imports("__proto__") }), "a.sol").kind, "unknown");
  });

  it("is unknown in any language except Solidity", () => {
    for (const language of ["Vyper", "Yul", "Fe"])
      assert.equal(importClosure(input({ "a.vy": "" }, undefined, language), "a.vy").kind, "unknown");
  });

  it("accepts a source that is not valid Solidity", () =>
    assert.deepEqual(closure(input({ "a.sol": "\u0000 {{{ import" }), "a.sol"), ["a.sol"]));
});

describe("solidity - import paths", () => {
  for (const [importer, imported, resolved] of [
    ["contracts/a.sol", "../b.sol", "b.sol"],
    ["contracts/deep/a.sol", "./../b.sol", "contracts/b.sol"],
    ["contracts/a.sol", "./x/../b.sol", "contracts/b.sol"],
    ["contracts/a.sol", ".//b.sol", "contracts/b.sol"],
    ["a.sol", "../../b.sol", "b.sol"],
    ["contracts/a.sol", "contracts/b.sol", "contracts/b.sol"],
    ["https://example.org/lib/a.sol", "./b.sol", "https://example.org/lib/b.sol"],
    ["contracts/a.sol", ".hidden/b.sol", ".hidden/b.sol"],
    ["a//b/c.sol", "./d.sol", "a//b/d.sol"],
    ["a//b/c.sol", "../d.sol", "a/d.sol"],
    ["https://example.org/c.sol", "../d.sol", "https:/d.sol"],
    ["/c.sol", "../d.sol", "d.sol"],
    ["/a/c.sol", "../", "/"],
    ["a/c.sol", "..", ""],
    ["a/c.sol", "./d.sol/", "a/d.sol"],
    ["./c.sol", "../../d.sol", "d.sol"],
  ] as const)
    it(`resolves ${imported} in ${importer} to ${resolved === "" ? "nothing" : resolved}`, () =>
      assert.equal(resolveImportPath(imported, importer), resolved));
});

describe("solidity - string literals", () => {
  for (const [literal, text] of [
    ["\\x41\\u0042", "AB"],
    ["a\\\\x41", "a\\x41"],
    ["\\'\\\"", "'\""],
    ["a\\tb\\n", "a\tb\n"],
    ["a\\\nb", "ab"],
    ["a\\\r\nb", "ab"],
  ] as const) {
    it(`reads ${JSON.stringify(literal)}`, () => {
      assert.equal(unescapeLiteral(literal), text);
    });
  }
});

describe("solidity - remappings", () => {
  it("are parsed like the compiler does: the context ends at the first colon", () =>
    assert.deepEqual(parseRemappings(["a=b", "x/:a=b", "x:y:a=b", ":a=b", "a=", "a=b=c", "a=https://b"]), [
      { context: "", prefix: "a", target: "b" },
      { context: "x/", prefix: "a", target: "b" },
      { context: "x", prefix: "y:a", target: "b" },
      { context: "", prefix: "a", target: "b" },
      { context: "", prefix: "a", target: "" },
      { context: "", prefix: "a", target: "b=c" },
      { context: "", prefix: "a", target: "https://b" },
    ]));

  it("are empty without the setting, and malformed entries are skipped", () => {
    for (const none of [undefined, null, {}, "a=b"]) assert.isEmpty(parseRemappings(none));
    assert.isEmpty(parseRemappings(["a", 1, null, {}]));
  });

  for (const [what, [remappings, importer, name, expected]] of Object.entries({
    "without a fitting one": [["b/=c/"], "x.sol", "a/1.sol", "a/1.sol"],
    "with a fitting prefix": [["a/=c/"], "x.sol", "a/1.sol", "c/1.sol"],
    "the longest prefix wins": [["a/b/=long/", "a/=short/"], "x.sol", "a/b/1.sol", "long/1.sol"],
    "the longest context wins over a longer prefix": [
      ["a/b/=p/", "x/:a/=c/"],
      "x/y.sol",
      "a/b/1.sol",
      "c/b/1.sol",
    ],
    "another context is ignored": [["z/:a/=c/"], "x/y.sol", "a/1.sol", "a/1.sol"],
    "the last of equals wins": [["a/=first/", "a/=last/"], "x.sol", "a/1.sol", "last/1.sol"],
    "each is applied once": [["a/=b/", "b/=c/"], "x.sol", "a/1.sol", "b/1.sol"],
  } as const))
    it(`are applied like the compiler does: ${what}`, () =>
      assert.equal(remap(name, importer, parseRemappings([...remappings])), expected));
});
