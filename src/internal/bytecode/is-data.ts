import { mnemonicOf } from "./layout/mnemonics.ts";
import { ENDS, isPush, OPCODE } from "./opcodes.ts";

/** A program can begin with one of these: the stack is empty. */
const NEEDS_NO_STACK =
  /^(?:PUSH\d+|ADDRESS|ORIGIN|CALLER|CALLVALUE|CALLDATASIZE|CODESIZE|GASPRICE|RETURNDATASIZE|COINBASE|TIMESTAMP|NUMBER|PREVRANDAO|GASLIMIT|CHAINID|SELFBALANCE|BASEFEE|BLOBBASEFEE|PC|MSIZE|GAS|JUMPDEST)$/;

/** Whether each call of a code fails, or does nothing, before its first jump: at a byte that is no opcode, or at its start. */
export function isData(code: Uint8Array): boolean {
  for (let at = 0; at < code.length; at++) {
    const opcode = code[at] ?? OPCODE.STOP;
    const name = mnemonicOf(opcode);
    if (at === 0 && !NEEDS_NO_STACK.test(name)) return true;
    if (opcode === OPCODE.INVALID || name.startsWith("UNKNOWN")) return true;
    if (opcode === OPCODE.JUMPI || ENDS.has(opcode)) return false;
    if (isPush(opcode)) at += opcode - OPCODE.PUSH0;
  }
  return false;
}
