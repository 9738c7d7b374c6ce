import { assert } from "chai";

import { columnsOf, headOf, tailOf } from "../../src/internal/text/columns.ts";

const COMBINING = "e\u0301";

describe("text - columns of a terminal", () => {
  it("should count two for a wide character, and none for a combining mark", () => {
    assert.equal(columnsOf("Vault"), 5);
    assert.equal(columnsOf("金庫"), 4);
    assert.equal(columnsOf("💰"), 2);
    assert.equal(columnsOf(COMBINING.repeat(3)), 3);
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
