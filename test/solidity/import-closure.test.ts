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
  it("follows indirect and circular imports", () => {
    const sources = {
      "a.sol": imports("./b.sol"),
      "b.sol": imports("./c.sol"),
      "c.sol": imports("./a.sol", "./b.sol"),
      "d.sol": imports("./a.sol"),
    };
    assert.deepEqual(closure(input(sources), "a.sol"), ["a.sol", "b.sol", "c.sol"]);
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
});

describe("solidity - import paths", () => {
  for (const [importer, imported, resolved] of [
    ["contracts/a.sol", "../b.sol", "b.sol"],
    ["a.sol", "../../b.sol", "b.sol"],
    ["contracts/a.sol", "contracts/b.sol", "contracts/b.sol"],
    ["https://example.org/lib/a.sol", "./b.sol", "https://example.org/lib/b.sol"],
    ["a//b/c.sol", "../d.sol", "a/d.sol"],
    ["a/c.sol", "..", ""],
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
    "the longest prefix wins": [["a/b/=long/", "a/=short/"], "x.sol", "a/b/1.sol", "long/1.sol"],
    "the longest context wins over a longer prefix": [
      ["a/b/=p/", "x/:a/=c/"],
      "x/y.sol",
      "a/b/1.sol",
      "c/b/1.sol",
    ],
    "the last of equals wins": [["a/=first/", "a/=last/"], "x.sol", "a/1.sol", "last/1.sol"],
  } as const))
    it(`are applied like the compiler does: ${what}`, () =>
      assert.equal(remap(name, importer, parseRemappings([...remappings])), expected));
});
