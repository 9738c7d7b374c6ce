import { type Instruction, isPush, OPCODE } from "../opcodes.ts";

/**
 * The compiler's code generators: legacy, through the intermediate language Yul, or through a control flow graph of it
 * (`viaSSACFG`, experimental in solc 0.8.37).
 */
export type CodePipeline = "legacy" | "via-ir" | "ssa-cfg";

/** Instructions at the entry of a code, before its functions. */
const ENTRY = 40;

/**
 * Recognises the code generator by two tests at the entry. For a selector, legacy code has `CALLDATASIZE LT PUSH JUMPI`;
 * Yul's `if iszero(lt(calldatasize(), 4))` compiles to `CALLDATASIZE LT ISZERO`, and through the graph to
 * `CALLDATASIZE PUSH1 GT ISZERO` (measured with 0.8.37). For received ether, legacy code keeps
 * the value, `CALLVALUE DUP1 ISZERO PUSH JUMPI`; Yul compiles to `CALLVALUE PUSH JUMPI` or `CALLVALUE ISZERO`, also through the graph.
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
    if (opcode === OPCODE.CALLDATASIZE && next === OPCODE.PUSH1 && third === OPCODE.GT)
      if (opcodeAt(index + 3) === OPCODE.ISZERO) return "ssa-cfg";
    if (opcode === OPCODE.CALLVALUE) {
      if (next === OPCODE.DUP1 && third === OPCODE.ISZERO) return "legacy";
      if (next === OPCODE.ISZERO || (isPush(next) && third === OPCODE.JUMPI)) return "via-ir";
    }
  }
  return undefined;
}
