import { type Instruction, isPush, OPCODE } from "../opcodes.ts";

/** The compiler's two code generators: legacy, or through the intermediate language Yul. */
export type CodePipeline = "legacy" | "via-ir";

/** Instructions at the entry of a code, before its functions. */
const ENTRY = 40;

/**
 * Recognises the code generator by two tests at the entry. For a selector, legacy code has `CALLDATASIZE LT PUSH JUMPI`;
 * Yul's `if iszero(lt(calldatasize(), 4))` compiles to `CALLDATASIZE LT ISZERO`. For received ether, legacy code keeps
 * the value, `CALLVALUE DUP1 ISZERO PUSH JUMPI`; Yul compiles to `CALLVALUE PUSH JUMPI` or `CALLVALUE ISZERO`.
 *
 * @returns undefined where the entry has neither.
 */
export function pipelineOf(instructions: readonly Instruction[]): CodePipeline | undefined {
  const entry = instructions.slice(0, ENTRY);
  const opcodeAt = (index: number) => entry[index]?.opcode ?? -1;
  for (const [index, { opcode }] of entry.entries()) {
    const next = opcodeAt(index + 1);
    const third = opcodeAt(index + 2);
    if (opcode === OPCODE.CALLDATASIZE && next === OPCODE.LT) {
      if (third === OPCODE.ISZERO) return "via-ir";
      if (isPush(third) && opcodeAt(index + 3) === OPCODE.JUMPI) return "legacy";
    }
    if (opcode === OPCODE.CALLVALUE) {
      if (next === OPCODE.DUP1 && third === OPCODE.ISZERO) return "legacy";
      if (next === OPCODE.ISZERO || (isPush(next) && third === OPCODE.JUMPI)) return "via-ir";
    }
  }
  return undefined;
}
