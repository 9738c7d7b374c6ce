import { decodeCode } from "../domain/code-template.ts";
import { ENDS, OPCODE } from "./opcodes.ts";

const CALLCODE = 0xf2;
const DELEGATECALL = 0xf4;

/**
 * Whether a code has a reachable DELEGATECALL or CALLCODE. Decodes every byte as the EVM does, also bytes that look like
 * auxdata: false is certain.
 *
 * @param runtimeBytecode 0x-hex.
 */
export function hasDelegatecall(runtimeBytecode: string): boolean {
  const code = decodeCode(runtimeBytecode) ?? new Uint8Array();
  let isReachable = true;
  for (let offset = 0; offset < code.length; offset++) {
    const opcode = code[offset] ?? 0;
    if (opcode === OPCODE.JUMPDEST) isReachable = true;
    if (isReachable && (opcode === DELEGATECALL || opcode === CALLCODE)) return true;
    if (ENDS.has(opcode)) isReachable = false;
    if (opcode >= OPCODE.PUSH1 && opcode <= OPCODE.PUSH32) offset += opcode - OPCODE.PUSH1 + 1;
  }
  return false;
}
