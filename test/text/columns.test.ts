import { assert } from "chai";

import stringWidth from "string-width";

import { columnsOf, graphemesOf, headOf, tailOf } from "../../src/internal/text/columns.ts";

const COMBINING = "e\u0301";

describe("text - columns of a terminal", () => {
  it("should count two for a wide character, and none for a combining mark", () => {
    assert.equal(columnsOf("Vault"), 5);
    assert.equal(columnsOf("金庫"), 4);
    assert.equal(columnsOf("💰"), 2);
    assert.equal(columnsOf(COMBINING.repeat(3)), 3);
  });

  it("should count as the live list does, whatever the screens are made of", () => {
    const plain = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
    for (const text of [...plain, ...plain.map((each) => `a${each}b`), "✔ Verified – 5 · 3 … ✖ █░"])
      assert.equal(columnsOf(text), stringWidth(text), JSON.stringify(text));
  });

  it("should split what takes one column each as what does not", () => {
    const plain = "✔ Verified – 5 · 3 … ✖ █░";
    assert.deepEqual([...graphemesOf(plain), "金"], graphemesOf(`${plain}金`));
    assert.equal(headOf(plain, 3), "✔ V");
    assert.equal(tailOf(plain, 2), "█░");
    assert.equal(headOf(plain, 0), "");
  });

  it("should cut at whole characters, and rather take a column less", () => {
    assert.equal(headOf("金庫模組", 3), "金");
    assert.equal(tailOf("金庫模組", 5), "模組");
    assert.equal(headOf(COMBINING.repeat(3), 2), COMBINING.repeat(2));
    assert.equal(tailOf(`a${COMBINING}`, 1), COMBINING);
    assert.equal(headOf("👩‍👩‍👧b", 1), "");
    assert.equal(headOf("ab", 5), "ab");
  });
});
