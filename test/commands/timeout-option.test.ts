import { assert } from "chai";

import { parseSeconds, parseTimeout, validateWait } from "../../src/internal/commands/request.ts";
import { thrownBy } from "../helpers/thrown.ts";

describe("options - --timeout", () => {
  it("should be seconds", () => {
    for (const [text, seconds] of [
      ["60", 60],
      ["0.5", 0.5],
      ["86400", 86_400],
    ] as const)
      assert.equal(parseTimeout(text), seconds);
  });

  it("should be suggested in seconds where it has another unit", async () => {
    for (const [text, next] of [
      ["5m", "--timeout 300"],
      ["90s", "--timeout 90"],
      ["1.5h", "--timeout 5400"],
      ["500 ms", "--timeout 0.5"],
      ["25h", undefined],
      ["0m", undefined],
      ["soon", undefined],
      ["-1", undefined],
    ] as const) {
      const { code, problem } = await thrownBy(() => parseTimeout(text));
      assert.equal(code, "VC106", text);
      assert.equal(problem.next, next, text);
    }
  });
});

describe("options - --wait", () => {
  it("should be seconds, and may be none", async () => {
    assert.equal(validateWait(parseSeconds("0", "--wait")), 0);
    assert.equal(validateWait(parseSeconds("2.5", "--wait")), 2.5);
    const { code, problem } = await thrownBy(() => parseSeconds("1m", "--wait"));
    assert.equal(code, "VC106");
    assert.equal(problem.next, "--wait 60");
    for (const seconds of [-1, 86_401, Number.NaN])
      assert.equal((await thrownBy(() => validateWait(seconds))).code, "VC106");
  });
});
