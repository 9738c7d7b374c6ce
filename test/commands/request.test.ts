import { assert } from "chai";
import { createRequest, parseTimeout, validateRequest } from "../../src/internal/commands/request.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { thrownBy } from "../helpers/thrown.ts";

describe("options - --timeout", () => {
  it("should be in seconds", () => {
    for (const [text, seconds] of [
      ["60", 60],
      ["0.5", 0.5],
      ["86400", 86_400],
    ] as const)
      assert.equal(parseTimeout(text), seconds);
  });

  it("should be suggested in seconds if it has another unit", async () => {
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
  const address = "0x000000000000000000000000000000000000dEaD";
  const { signal } = new AbortController();
  const typed = (wait: string) =>
    // Only the arguments that are read.
    createRequest("verify", { target: address, arguments: [], wait } as never, { signal });
  const validate = (wait: number) => validateRequest({ address, wait }, "verify", HARDHAT_WORDS);

  it("should be in seconds, and may be zero", async () => {
    for (const [text, seconds] of [
      ["0", 0],
      ["2.5", 2.5],
    ] as const) {
      assert.equal(typed(text).wait, seconds);
      assert.doesNotThrow(() => validate(seconds));
    }
    const { code, problem } = await thrownBy(() => typed("1m"));
    assert.deepEqual([code, problem.next], ["VC106", "--wait 60"]);
    for (const seconds of [-1, 86_401, Number.NaN])
      assert.equal((await thrownBy(() => validate(seconds))).code, "VC106");
  });
});
