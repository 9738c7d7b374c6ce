import { assert } from "chai";
import type { StandardJsonInput } from "../../src/internal/domain/compiler-input.ts";
import { importClosure } from "../../src/internal/solidity/import-closure.ts";

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
