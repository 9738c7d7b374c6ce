import { assert } from "chai";

import { resolveImportPath, unescapeLiteral } from "../../src/internal/solidity/import-closure.ts";

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
