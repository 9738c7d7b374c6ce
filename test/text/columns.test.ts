import { assert } from "chai";
import stringWidth from "string-width";
import { countColumns, takeHead, takeTail } from "../../src/internal/text/columns.ts";

const COMBINING = "e\u0301";

describe("text - columns of a terminal", () => {
  it("should count two for a wide character, and none for a combining mark", () => {
    assert.deepEqual([countColumns("Vault"), countColumns("金庫"), countColumns("💰")], [5, 4, 2]);
    assert.equal(countColumns(COMBINING.repeat(3)), 3);
  });

  it("should count like the live list's library", () => {
    const plain = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
    for (const text of [...plain, ...plain.map((each) => `a${each}b`), "✔ Verified – 5 · 3 … ✖ █░"])
      assert.equal(countColumns(text), stringWidth(text), JSON.stringify(text));
  });

  it("should cut at whole characters, using a column less if necessary", () => {
    assert.deepEqual([takeHead("金庫模組", 3), takeTail("金庫模組", 5)], ["金", "模組"]);
    assert.equal(takeHead(COMBINING.repeat(3), 2), COMBINING.repeat(2));
    assert.deepEqual([takeTail(`a${COMBINING}`, 1), takeHead("👩‍👩‍👧b", 1)], [COMBINING, ""]);
    assert.equal(takeHead("ab", 5), "ab");
  });
});
