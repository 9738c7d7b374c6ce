import { assert } from "chai";
import { hasSelector } from "../../src/internal/bytecode/has-selector.ts";

describe("bytecode - the search for a selector", () => {
  for (const [what, code, expected] of [
    ["in full", "0x63a619486e14", true],
    ["in upper case", "0x63A619486E14", true],
    // PUSH4, PUSH1 0xe1, SHL, from a Safe proxy compiled by solc 0.8.28 with the optimizer.
    ["shifted by the optimizer", "0x63530ca43760e11b", true],
    // PUSH4, PUSH1 0xe1, SHL, ADD, from another such proxy.
    ["negated by the optimizer", "0x632cf35bc960e11b01", true],
    ["missing from the code", "0x63b619486e14", false],
    ["truncated", "0x62a61948", false],
  ] as const)
    it(`should return ${expected} for a selector ${what}`, () =>
      assert.equal(hasSelector(code, "0xa619486e"), expected));
});
