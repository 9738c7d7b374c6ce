import { type CodeRange, maskOf } from "../../domain/code-template.ts";
import type { Instruction } from "../opcodes.ts";

/** A pushed value that differs between two codes with the same instructions. */
export interface ChangedOperand {
  /** The instruction's offset, in bytes from the start of the code. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  /** 0x-hex. */
  readonly built: string;
  readonly onchain: string;
}

/**
 * The operands in which two codes differ, except those that are filled in after compilation.
 *
 * @returns undefined where the instructions themselves differ.
 */
export function changedOperands(
  built: readonly Instruction[],
  onchain: readonly Instruction[],
  filledIn: readonly CodeRange[],
): readonly ChangedOperand[] | undefined {
  if (built.length !== onchain.length) return undefined;
  const last = built.at(-1);
  const mask = maskOf(last === undefined ? 0 : last.offset + 1 + last.operand.length, filledIn);
  const changed: ChangedOperand[] = [];
  for (const [index, { offset, opcode, operand }] of built.entries()) {
    const other = onchain[index];
    if (other?.offset !== offset || other.opcode !== opcode) return undefined;
    if (Buffer.compare(operand, other.operand) === 0) continue;
    if (!mask.subarray(offset + 1, offset + 1 + operand.length).includes(1))
      changed.push({ offset, length: operand.length, built: hex(operand), onchain: hex(other.operand) });
  }
  return changed;
}

function hex(operand: Uint8Array): string {
  return `0x${Buffer.from(operand).toString("hex")}`;
}
