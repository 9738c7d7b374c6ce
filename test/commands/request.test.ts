import { assert } from "chai";
import { createRequest, parseTimeout, validateRequest } from "../../src/internal/commands/request.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { thrownBy } from "../helpers/thrown.ts";

describe("options - --timeout", () => {
  it("should be in seconds, and be rejected with another unit: VC106", async () => {
    for (const text of ["60", "0.5", "86400"]) assert.equal(parseTimeout(text), Number(text));
    for (const text of ["5m", "500 ms", "soon", "-1"]) {
      const { code, problem } = await thrownBy(() => parseTimeout(text));
      assert.equal(code, "VC106", text);
      assert.include(JSON.stringify(problem.facts), "seconds, such as 60 or 0.5");
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
    for (const seconds of [0, 2.5]) {
      assert.equal(typed(String(seconds)).wait, seconds);
      assert.doesNotThrow(() => validate(seconds));
    }
    await thrownBy(() => typed("1m"), "VC106");
    for (const seconds of [-1, 86_401, Number.NaN]) await thrownBy(() => validate(seconds), "VC106");
  });
});
