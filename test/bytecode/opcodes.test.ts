import { assert } from "chai";
import { findFunctionSelectors } from "../../src/internal/bytecode/explain/traits.ts";
import { decodeInstructions } from "../../src/internal/bytecode/opcodes.ts";
import { decodeCode } from "../../src/internal/domain/code-template.ts";
import { compile, contractOf, runtimeOf } from "../helpers/compile.ts";
import { COUNTER } from "../helpers/contracts.ts";

const read = (hex: string) => decodeInstructions(Uint8Array.from(Buffer.from(hex, "hex")));
const codeOf = (source: string, name: string, settings = {}) =>
  decodeCode(runtimeOf(contractOf(compile({ "A.sol": source }, settings), "A.sol", name)).object) ??
  new Uint8Array();

describe("bytecode - instructions", () => {
  it("should exclude PUSH operands", () => {
    const instructions = read("605f615b5b507f");
    assert.deepEqual(
      instructions.map(({ offset }) => offset),
      [0, 2, 5, 6],
    );
    assert.deepEqual(
      instructions.map(({ opcode }) => opcode),
      [0x60, 0x61, 0x50, 0x7f],
    );
  });

  it("should include a truncated PUSH at the end", () => assert.equal(read("61ff")[0]?.operand.length, 1));

  it("should be unreachable between a terminating opcode and the next JUMPDEST", () => {
    const isReachables = read("00015b01").map(({ isReachable }) => isReachable);
    assert.deepEqual(isReachables, [true, false, true, true]);
  });

  for (const settings of [
    {},
    { optimizer: { enabled: false } },
    { viaIR: true },
    { viaIR: true, optimizer: {} },
  ])
    it(`should contain the function selectors under ${JSON.stringify(settings)}`, () => {
      const found = findFunctionSelectors(decodeInstructions(codeOf(COUNTER, "Counter", settings)));
      assert.deepEqual([...found].sort(), ["06661abd", "1003e2d2"]);
    });
});
