import { PassThrough } from "node:stream";
import { assert } from "chai";
import { getStyle } from "../../src/internal/commands/screen.ts";
import { withoutVariables } from "../helpers/environment.ts";

describe("hardhat - colours", () => {
  withoutVariables("FORCE_COLOR");

  const painted = (): boolean => getStyle(new PassThrough() as unknown as NodeJS.WriteStream).ok("x") !== "x";

  it("should be in a pipe where they are forced, and only there", () => {
    assert.isFalse(painted());
    process.env.FORCE_COLOR = "1";
    assert.isTrue(painted());
    process.env.FORCE_COLOR = "0";
    assert.isFalse(painted());
  });
});
