import { assert } from "chai";
import {
  DuplicateKeyError,
  JsonLimitError,
  parseJson,
} from "../../../src/internal/services/http/parse-json.ts";

describe("services - parse JSON", () => {
  it("should keep the digits of integers that a double can't hold", () =>
    assert.deepEqual(parseJson("[9223372036854775807, -9007199254740993, 9007199254740991, 1.5, 1e3]"), [
      "9223372036854775807",
      "-9007199254740993",
      9007199254740991,
      1.5,
      1000,
    ]));

  it("should reject deep nesting before any recursive code sees it", () => {
    assert.throws(() => parseJson("[".repeat(100_000)), JsonLimitError);
    assert.throws(() => parseJson(`${'{"a":'.repeat(300)}1${"}".repeat(300)}`), JsonLimitError);
    assert.doesNotThrow(() => parseJson(`${"[".repeat(200)}${"]".repeat(200)}`));
  });

  it("should reject more values than the limit", () => {
    assert.throws(() => parseJson(`[${"0,".repeat(1_000_001)}0]`), JsonLimitError);
    assert.doesNotThrow(() => parseJson(`["${"0,".repeat(1_000_001)}"]`));
  });

  it("should ignore brackets in strings", () =>
    assert.equal(parseJson(JSON.stringify(`"\\${"[".repeat(1000)}`)), `"\\${"[".repeat(1000)}`));

  it("should drop __proto__ and keep other names as ordinary keys", () => {
    const value = parseJson(
      '{"__proto__": {"polluted": 1}, "a": {"__proto__": 2}, "constructor": "c"}',
    ) as object;
    assert.deepEqual(Object.keys(value), ["a", "constructor"]);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.notProperty(value, "polluted");
  });

  it("should find __proto__ in any spelling, and long integers at any depth", () => {
    for (const text of [
      '{"\\u005f_proto__": {"x": 1}}',
      '{"_\\u005Fproto\\u005f_": {"x": 1}}',
      '{"__\\u0070roto__": 1}',
    ])
      assert.deepEqual(Reflect.ownKeys(parseJson(text) as object), []);
    assert.equal(parseJson("9223372036854775807"), "9223372036854775807");
    assert.deepEqual(parseJson('{"a":\n-9223372036854775807}'), { a: "-9223372036854775807" });
  });

  const many = Array.from({ length: 40 }, (_, index) => `"k${index}": ${index}`).join(", ");
  for (const [what, text] of [
    ["at the top", '{"a": 1, "a": 1}'],
    ["below", '{"x": [{"b": {}}, {"a": {"c": 1}, "b": [], "a": 2}]}'],
    ["one escaped", '{"match": null, "\\u006datch": "exact_match"}'],
    ["both with an escaped quote", '{"a\\"b": 1, "c": "\\\\", "a\\"b": 2}'],
    ["named __proto__", '{"__proto__": 1, "__proto__": 2}'],
    ["after many others", `{${many}, "k39": 1}`],
  ] as const)
    it(`should reject a duplicate key in one object: ${what}`, () => {
      assert.doesNotThrow(() => JSON.parse(text));
      assert.throws(() => parseJson(text), DuplicateKeyError);
    });

  it("should not report keys of other objects, or strings, as duplicates", () => {
    for (const text of [
      '{"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": 2}, "a", "a"], "c": "a", "d": "a"}',
      '{"a": "\\", \\"a\\": 1", "b": ["b", "b"], "A": 1}',
      `[{${many}}, {${many}}]`,
    ])
      assert.deepEqual(parseJson(text), JSON.parse(text));
  });
});
