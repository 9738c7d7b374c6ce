import { assert } from "chai";
import { findSourceDifferences } from "../../../src/internal/cross-check/compare/source-differences.ts";

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `line ${index + from}`).join("\n");

describe("cross-check - differences of sources", () => {
  it("should mark the build's lines with a minus, and the record's with a plus", () => {
    const found = findSourceDifferences(
      { "a.sol": { content: "one\ntwo\nthree\n" }, "b.sol": { content: "same" } },
      { sources: { "a.sol": { content: "one\n2\nthree\n" }, "b.sol": { content: "same" } } },
    );
    assert.deepEqual(found, [{ path: "a.sol", diff: "@@ -1,3 +1,3 @@\n one\n-2\n+two\n three" }]);
  });

  it("should ignore files that only the build has, and name those that only the record has", () => {
    const found = findSourceDifferences(
      { "mine.sol": { content: "x" } },
      { sources: { "other.sol": { content: "x" } } },
    );
    assert.deepEqual(found, [{ path: "mine.sol", diff: "", note: "only the record has it" }]);
  });

  it("should cut a long difference, count the rest, and list at most five files", () => {
    const recorded = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`${index}.sol`, { content: lines(90, 1000) }]),
    );
    const built = Object.fromEntries(Object.keys(recorded).map((path) => [path, { content: lines(90) }]));
    const found = findSourceDifferences(recorded, { sources: built });
    assert.deepEqual([found.length, found[0]?.diff.split("\n").length], [5, 80]);
    assert.match(found[0]?.note ?? "", /^and \d+ more lines$/);
  });

  it("should give up on files that have nothing in common", () => {
    const found = findSourceDifferences(
      { "a.sol": { content: lines(3000) } },
      { sources: { "a.sol": { content: lines(3000, 9000) } } },
    );
    assert.deepEqual(found, [{ path: "a.sol", diff: "", note: "almost every line differs" }]);
  });
});
