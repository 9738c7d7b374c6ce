import { assert } from "chai";
import fc from "fast-check";
import { JsonSelection, type SelectedKeys } from "../../src/internal/builds/json-selection.ts";

/** Reads a selection from text that arrives in pieces; each piece overwrites the one before. */
function readInPieces(text: string, selection: SelectedKeys, lengths: readonly number[]): unknown {
  const selected = new JsonSelection(selection);
  const bytes = Buffer.from(text);
  const buffer = Buffer.alloc(bytes.length);
  for (let at = 0, turn = 0; at < bytes.length && !selected.isComplete; turn++) {
    const piece = bytes.subarray(at, at + (lengths[turn % lengths.length] ?? 1));
    piece.copy(buffer);
    selected.write(buffer.subarray(0, piece.length));
    at += piece.length;
  }
  return selected.value;
}

/** The selected part of a value; null stands in for a value that should be an object to select from. */
function pick(value: unknown, selection: SelectedKeys): unknown {
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([key, part]) => {
      const selected = Object.hasOwn(selection, key) ? selection[key] : selection["*"];
      if (selected === undefined) return [];
      if (typeof selected !== "object") return [[key, part]];
      const isObject = typeof part === "object" && part !== null && !Array.isArray(part);
      return [[key, isObject ? pick(part, selected) : null]];
    }),
  );
}

const keys = fc.constantFrom("a", "b", "c", '"\\', "é", "", "*", "__proto__");
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const object = (value: fc.Arbitrary<unknown>) => fc.dictionary(keys, value, { noNullPrototype: true });
const json = fc.jsonValue({ maxDepth: 2 });
const file = object(fc.oneof(json, object(fc.oneof(json, object(json)))));

describe("builds - a JSON selection, read in pieces", () => {
  for (const selection of [
    { a: "all", missing: "all" },
    { a: { b: "all", missing: "all" }, b: { "*": "text" } },
    { "*": { "*": { a: "all", b: "entries" } } },
    { "*": { a: "text" }, é: { '"\\': "all" } },
  ] satisfies SelectedKeys[])
    it(`should keep what JSON.parse finds: ${JSON.stringify(selection)}`, () =>
      fc.assert(
        fc.property(file, lengths, fc.constantFrom(0, 1, "\r\t"), (value, pieces, indent) => {
          const text = JSON.stringify(value, null, indent);
          const read = pick(readInPieces(text, selection, pieces), selection);
          assert.equal(JSON.stringify(read), JSON.stringify(pick(JSON.parse(text), selection)));
        }),
        { numRuns: 60 },
      ));

  it("should detect truncated text at any position", () => {
    const text = '{"a": {"x": ["\\\\\\"}", -1.5e3, {"y": null}]}, "b": "]", "c": [[true]], "d": 12}';
    for (let end = 0; end < text.length; end++)
      assert.isUndefined(readInPieces(text.slice(0, end), { "*": "all" }, [end + 1]), text.slice(0, end));
    assert.deepEqual(readInPieces(text, { "*": "all" }, [7]), JSON.parse(text));
  });

  it("should keep an empty string in place of text that isn't selected", () => {
    const text = '{"a": "text", "b": 1, "c": {"d": "text"}, "e": ["text"]}';
    assert.deepEqual(readInPieces(text, { "*": "no text" }, [5]), { a: "", b: 1, c: null, e: null });
  });
});
