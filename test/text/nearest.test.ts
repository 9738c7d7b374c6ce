import { assert } from "chai";
import { findNearestNames } from "../../src/internal/text/nearest.ts";

describe("text - the nearest names", () => {
  for (const [wanted, names, found] of [
    ["Tokne", ["Token", "Vault"], ["Token"]],
    ["Token", ["Tokens", "Taken", "Token", "Broken"], ["Token", "Tokens", "Taken"]],
    ["Governor", ["Token", "Vault"], []],
    ["--rpc", ["--rpc-url"], []],
    ["--lock", ["--local", "--locked"], ["--locked", "--local"]],
    ["ab", ["cd", "ac"], ["ac"]],
    ["", ["Token"], []],
  ] as const)
    it(`for "${wanted}" among ${names.join(", ") || "none"}: ${found.join(", ") || "none"}`, () =>
      assert.deepEqual(findNearestNames(wanted, names), found));

  it("returns at most the requested number", () =>
    assert.lengthOf(findNearestNames("aa", ["ab", "ac", "ad"], 1), 1));
});
