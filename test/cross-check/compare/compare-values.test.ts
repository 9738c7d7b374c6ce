import { assert } from "chai";
import {
  compareBytes,
  compareEach,
  describeCode,
  listNames,
} from "../../../src/internal/cross-check/compare/compare-values.ts";

describe("cross-check - descriptions of values", () => {
  it("should describe code by length and hash, in any format", () => {
    assert.match(describeCode("0x6001"), /^2 bytes, keccak256 0x[0-9a-f]{16}…$/);
    assert.equal(describeCode("6001"), describeCode("0x6001"));
    assert.notEqual(describeCode("0x6002"), describeCode("0x6001"));
    assert.match(describeCode(`0x60${"_".repeat(40)}`), /^21 bytes, keccak256 /);
    assert.equal(describeCode(""), "no code");
  });

  it("should list three names, each truncated, and count the others", () => {
    assert.equal(listNames(["a", "b", "c"]), "a, b, c");
    assert.equal(listNames(["a", "b", "c", "d"]), "a, b, c and 1 more");
    assert.equal(listNames(["x".repeat(60)]), "x".repeat(60));
    assert.equal(listNames(["x".repeat(61)]), `${"x".repeat(60)}…`);
  });

  it("should ignore the letter case of bytes, and show the first text that differs", () => {
    assert.equal(compareBytes("0xAB", "0xab").status, "passed");
    assert.equal(compareBytes("0xab", "0xac").status, "failed");
    assert.deepInclude(compareEach("a", ["a", "b", "c"]), { status: "failed", expected: "a", actual: "b" });
    assert.equal(compareEach("a", []).status, "passed");
  });
});
