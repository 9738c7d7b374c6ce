import { type Instruction, isPush, OPCODE } from "../opcodes.ts";
import type { CodePipeline } from "./code-pipeline.ts";

/**
 * Shares of all instructions, measured over seven contracts, optimizer off and at 1, 200 and 10000 runs, EVM versions
 * from london to osaka, compilers 0.8.19, 0.8.28 and 0.8.37. `SWAP1 POP`, which drops a value under the top one, in
 * legacy code: 0.023 and more without the optimizer, 0.010 at the most with it.
 */
const DROPS = 0.016;
/** JUMPDEST in code via Yul: 0.16 and more without the optimizer, which keeps every helper function, 0.063 at the most with it. */
const LABELS = 0.11;
/** In fewer instructions a share says nothing. */
const FEWEST = 40;
/**
 * `POP PUSH JUMP` in code of compilers before 0.8, which write no helper functions: 0.0056 and more without the
 * optimizer, 0.0009 at the most with it (0.4.26, 0.5.17, 0.6.12 and 0.7.6, three contracts).
 */
const JUMPS_AFTER_POP = 0.003;

/**
 * Whether a code looks as the optimizer leaves it. undefined where that can't be told.
 *
 * @param isOld Compiled before 0.8.
 */
export function isOptimised(
  instructions: readonly Instruction[],
  pipeline: CodePipeline | undefined,
  isOld: boolean,
): boolean | undefined {
  if (isOld) return shareOf(instructions, [OPCODE.POP, isPush, OPCODE.JUMP]) < JUMPS_AFTER_POP;
  if (pipeline === "via-ir")
    return instructions.length < FEWEST ? undefined : shareOf(instructions, [OPCODE.JUMPDEST]) < LABELS;
  // Code via Yul hardly has them either way, so that only their presence says something where the way isn't known.
  if (shareOf(instructions, [OPCODE.SWAP1, OPCODE.POP]) >= DROPS) return false;
  return pipeline === undefined ? undefined : true;
}

/** How a code's constants stand in it: the optimizer computes them where they run seldom, and writes them out where they run often. */
export interface ConstantStyle {
  /** `PUSH … PUSH1 … SHL`. */
  readonly computed: number;
  /** Operands of 8 bytes and more. */
  readonly writtenOut: number;
}

const WIDE = 8;

export function constantStyle(instructions: readonly Instruction[]): ConstantStyle {
  let computed = 0;
  let writtenOut = 0;
  for (const [index, { opcode, operand }] of instructions.entries()) {
    const isShift =
      opcode === OPCODE.SHL &&
      instructions[index - 1]?.opcode === OPCODE.PUSH1 &&
      isPush(instructions[index - 2]?.opcode ?? 0);
    if (isShift) computed += 1;
    if (operand.length >= WIDE) writtenOut += 1;
  }
  return { computed, writtenOut };
}

/** How many of all instructions begin such a sequence. */
function shareOf(
  instructions: readonly Instruction[],
  sequence: readonly (number | ((opcode: number) => boolean))[],
): number {
  const begins = (start: number) =>
    sequence.every((wanted, index) => {
      const opcode = instructions[start + index]?.opcode ?? -1;
      return typeof wanted === "number" ? opcode === wanted : wanted(opcode);
    });
  return instructions.filter((_, start) => begins(start)).length / Math.max(1, instructions.length);
}
