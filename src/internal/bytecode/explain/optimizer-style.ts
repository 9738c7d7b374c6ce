import { type Instruction, isPush, OPCODE } from "../opcodes.ts";
import type { CodePipeline } from "./code-pipeline.ts";

/**
 * All limits are shares of all instructions, measured over seven contracts: optimizer off and at 1, 200 and 10000 runs,
 * EVM versions from london to osaka, solc 0.8.19, 0.8.28 and 0.8.37. `SWAP1 POP` in legacy code: at least 0.023 without
 * the optimizer, at most 0.010 with it.
 */
const DROPS = 0.016;
/** JUMPDEST in viaIR code: at least 0.16 without the optimizer, which keeps every helper function, at most 0.063 with it. */
const LABELS = 0.11;
/** Fewer instructions give no meaningful share. */
const FEWEST = 40;
/**
 * `POP PUSH JUMP` in code of solc before 0.8, which has no helper functions: at least 0.0056 without the optimizer, at
 * most 0.0009 with it (0.4.26, 0.5.17, 0.6.12 and 0.7.6, three contracts).
 */
const JUMPS_AFTER_POP = 0.003;

/**
 * Whether a code has the style of the optimizer; undefined where the style is not conclusive.
 *
 * @param isOld Compiled before 0.8.
 */
export function isOptimized(
  instructions: readonly Instruction[],
  pipeline: CodePipeline | undefined,
  isOld: boolean,
): boolean | undefined {
  if (isOld) return shareOf(instructions, [OPCODE.POP, isPush, OPCODE.JUMP]) < JUMPS_AFTER_POP;
  // Not measured: it has settings of its own.
  if (pipeline === "ssa-cfg") return undefined;
  if (pipeline === "via-ir")
    return instructions.length < FEWEST ? undefined : shareOf(instructions, [OPCODE.JUMPDEST]) < LABELS;
  // viaIR code has few with or without the optimizer, so without a known pipeline only their presence is conclusive.
  if (shareOf(instructions, [OPCODE.SWAP1, OPCODE.POP]) >= DROPS) return false;
  return pipeline === undefined ? undefined : true;
}

/** How a code writes its constants: for few runs the optimizer computes them, for many runs it writes them out. */
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

/** The share of instructions that begin this sequence. */
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
