import { type Instruction, OPCODE } from "./opcodes.ts";

const COMPARES: ReadonlySet<number> = new Set([OPCODE.EQ, OPCODE.SUB, OPCODE.XOR]);

/**
 * The function selectors that a code compares its input with, as 8 hex digits. solc writes `PUSH4 <selector> EQ`, and SUB
 * or XOR where the optimizer inverts the jump. Selectors do not depend on compiler settings.
 */
export function functionSelectors(instructions: readonly Instruction[]): ReadonlySet<string> {
  const selectors = new Set<string>();
  for (const [index, { opcode, operand }] of instructions.entries()) {
    // PUSH3 pushes a selector that starts with a zero byte.
    if (opcode !== OPCODE.PUSH4 && opcode !== OPCODE.PUSH3) continue;
    const next = instructions[index + 1]?.opcode ?? 0;
    const isCopy = next >= OPCODE.DUP1 && next <= OPCODE.DUP16;
    const compares = isCopy ? (instructions[index + 2]?.opcode ?? 0) : next;
    if (COMPARES.has(compares)) selectors.add(Buffer.from(operand).toString("hex").padStart(8, "0"));
  }
  return selectors;
}
