import { PassThrough } from "node:stream";
import { assert } from "chai";
import { getStyle } from "../../src/internal/commands/screen.ts";

describe("hardhat - colours", () => {
  const { FORCE_COLOR } = process.env;
  afterEach(() => {
    delete process.env.FORCE_COLOR;
    if (FORCE_COLOR !== undefined) process.env.FORCE_COLOR = FORCE_COLOR;
  });

  const painted = (): boolean => getStyle(new PassThrough() as unknown as NodeJS.WriteStream).ok("x") !== "x";

  it("should not be in a pipe", () => {
    delete process.env.FORCE_COLOR;
    assert.isFalse(painted());
  });

  it("should be in a pipe where they are forced, and only there", () => {
    process.env.FORCE_COLOR = "1";
    assert.isTrue(painted());
    process.env.FORCE_COLOR = "0";
    assert.isFalse(painted());
  });
});
