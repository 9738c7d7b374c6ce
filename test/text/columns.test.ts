import { assert } from "chai";

import stringWidth from "string-width";

import { countColumns, splitGraphemes, takeHead, takeTail } from "../../src/internal/text/columns.ts";

const COMBINING = "e\u0301";

describe("text - columns of a terminal", () => {
  it("should count two for a wide character, and none for a combining mark", () => {
    assert.equal(countColumns("Vault"), 5);
    assert.equal(countColumns("金庫"), 4);
    assert.equal(countColumns("💰"), 2);
    assert.equal(countColumns(COMBINING.repeat(3)), 3);
  });

  it("should count as the live list does, whatever the screens are made of", () => {
    const plain = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
    for (const text of [...plain, ...plain.map((each) => `a${each}b`), "✔ Verified – 5 · 3 … ✖ █░"])
      assert.equal(countColumns(text), stringWidth(text), JSON.stringify(text));
  });

  it("should split what takes one column each as what does not", () => {
    const plain = "✔ Verified – 5 · 3 … ✖ █░";
    assert.deepEqual([...splitGraphemes(plain), "金"], splitGraphemes(`${plain}金`));
    assert.equal(takeHead(plain, 3), "✔ V");
    assert.equal(takeTail(plain, 2), "█░");
    assert.equal(takeHead(plain, 0), "");
  });

  it("should cut at whole characters, and rather take a column less", () => {
    assert.equal(takeHead("金庫模組", 3), "金");
    assert.equal(takeTail("金庫模組", 5), "模組");
    assert.equal(takeHead(COMBINING.repeat(3), 2), COMBINING.repeat(2));
    assert.equal(takeTail(`a${COMBINING}`, 1), COMBINING);
    assert.equal(takeHead("👩‍👩‍👧b", 1), "");
    assert.equal(takeHead("ab", 5), "ab");
  });
});
