import { assert } from "chai";
import { executeConstructor } from "../../src/internal/bytecode/execute-constructor.ts";
import { codesOf } from "../helpers/compile.ts";
import { heldFor } from "../helpers/held-for.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { DIRECTORY_PATH, directories } from "../helpers/written-code.ts";

const WORDS = [0n, 1n, 2n, 3n, 31n, 32n, 255n, 256n, 1n << 255n, (1n << 255n) - 1n, (1n << 256n) - 2n].map(
  hex,
);
const FEW = [0n, 1n, 7n, 256n, (1n << 256n) - 1n].map(hex);

/** Opcodes by number of operands. */
const ONE = [0x15, 0x19, 0x35];
const TWO = [1, 2, 3, 4, 5, 6, 7, 10, 11, 16, 17, 18, 19, 20, 22, 23, 24, 26, 27, 28, 29];
const THREE = [8, 9];

function hex(word: bigint): string {
  return word.toString(16).padStart(64, "0");
}

function byte(value: number): string {
  return value.toString(16).padStart(2, "0");
}

/** Init code that returns the results of an opcode for all of these operands. */
function program(opcode: number, operands: readonly (readonly string[])[]): string {
  const steps = operands.map(
    (words, index) =>
      `${words.map((word) => `7f${word}`).join("")}${byte(opcode)}61${(32 * index).toString(16).padStart(4, "0")}52`,
  );
  return `0x${steps.join("")}61${(32 * operands.length).toString(16).padStart(4, "0")}5ff3`;
}

const initCodeOf = (name: string): string => codesOf(directories(), DIRECTORY_PATH, name).creation;

describe("bytecode - executing a constructor", () => {
  const chain = heldFor(() => startDevelopmentChain());

  const create = (data: string): Promise<string> =>
    chain.request("eth_call", { data, gas: "0x1c9c380" }, "latest") as Promise<string>;

  it("should compute the same results as a node", async () => {
    const pairs = WORDS.flatMap((a) => WORDS.map((b) => [a, b]));
    const triples = FEW.flatMap((a) => FEW.flatMap((b) => FEW.map((c) => [a, b, c])));
    for (const [opcodes, operands] of [
      [ONE, WORDS.map((word) => [word])],
      [TWO, pairs],
      [THREE, triples],
    ] as const)
      for (const opcode of opcodes) {
        const code = program(opcode, operands);
        assert.deepEqual(
          executeConstructor(code),
          { kind: "returned", code: await create(code) },
          byte(opcode),
        );
      }
  });

  it("should use memory and its own code like a node", async () => {
    for (const code of [
      // CODECOPY over the end, of arguments, MSTORE8, MLOAD, MSIZE, KECCAK256
      "0x60406002600339600b60055360055160205259604052606060002060605260806000f3",
      // MCOPY with overlapping ranges, CALLDATACOPY that clears, PC, CODESIZE, RETURNDATASIZE
      "0x7f010203040506070809101112131415161718192021222324252627282930313260005260206000600a5e6004600560063758604052386060523d60805260a06000f3",
      // MCOPY that clears a byte, from memory that was not used before
      "0x60ff600053600161200060005e60016000f3",
      // a loop with JUMPI, DUP and SWAP
      "0x60005b80600101806020901060025760005260206000f3",
      "0x00",
    ])
      assert.deepEqual(executeConstructor(code), { kind: "returned", code: await create(code) }, code);
  });

  for (const [name, opcode] of [
    ["Signed", "CALLER"],
    ["Timed", "TIMESTAMP"],
    ["Stored", "SLOAD"],
    ["Addressed", "ADDRESS"],
  ] as const)
    it(`should stop at ${opcode}, because the code can depend on it`, () => {
      const execution = executeConstructor(`${initCodeOf(name)}${hex(1n)}`);
      assert.equal(execution.kind, "stopped");
      assert.match(execution.kind === "stopped" ? execution.reason : "", new RegExp(`runs ${opcode},`));
    });

  for (const [what, code] of [
    ["reverts", "0x5f5ffd"],
    ["is invalid", "0xfe"],
    ["runs an unknown opcode", "0x0c"],
    ["pops from an empty stack", "0x01"],
    ["jumps into data", "0x605b600156"],
    ["never ends", "0x5b5f56"],
    ["computes powers in a loop", `0x5b7f${"ff".repeat(32)}800a505f56`],
    ["overflows the stack", "0x5b5f5f56".replace("5f5f56", "5f600056")],
    ["uses too much memory", "0x60007fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff52"],
    ["isn't hex", "0xzz"],
  ] as const)
    it(`should return nothing if the init code ${what}`, () =>
      assert.equal(executeConstructor(code).kind, "stopped"));
});
